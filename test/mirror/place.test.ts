/**
 * What no run has made and marked is never moved, deleted or written to, whatever its name. DIR is always a
 * whole state, DIR.mirror/previous the one before, and nothing else stays.
 */
import { spawnSync } from "node:child_process";
import {
	chmodSync,
	cpSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { run } from "../fixtures/script-run.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	corrupt,
	expectRelease,
	failing,
	failureOf,
	findings,
	INTACT,
	leftIn,
	mirrorTo,
	redirecting,
	rewrite,
} from "./mirror-run.ts";
import { newPlace, type PublishedRelease, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const third = await release(["boom", "drum roll", "gong", "horn"]);
let place: string;
let dir: string;
let work: string;

beforeEach(() => {
	server.reset(red.folder);
	place = newPlace();
	dir = join(place, "mirror");
	work = `${dir}.mirror`;
});

/** Mirrors releases, one after the other. */
async function take(...trees: readonly PublishedRelease[]): Promise<void> {
	for (const { folder } of trees) {
		server.serves = folder;
		await mirrorTo(dir, server.origin, { allow: ["shrink"] });
	}
	server.requests = [];
}

/** Everything in a folder: links are not followed. */
function everything(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return `${path} ${entry.isFile() ? readFileSync(path) : lstatSync(path).mode}`;
		})
		.sort();
}

/** Somebody's only copy. */
const thesis = (folder: string): void => {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "thesis.txt"), "years of work");
};
const inPlace = (name: string) => () => thesis(join(place, name));

const bound = newPlace();
const mayMount = spawnSync("mount", ["--bind", bound, bound]).status === 0;
if (mayMount) spawnSync("umount", [bound]);

/** Makes a folder a mount point until the test ends. */
function mount(folder: string): void {
	mkdirSync(folder, { recursive: true });
	expect(spawnSync("mount", ["--bind", newPlace(), folder]).status).toBe(0);
	onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
}

const NO_MIRROR =
	/mirror: is not empty, and no run has made what is in it .*; move it away, or name/;
const UNMARKED =
	/mirror\.mirror: has no of\.json that says that it belongs to a mirror "mirror", so a mirror in/;
const link = (path: () => string) => () => {
	const target = newPlace();
	thesis(target);
	rmSync(path(), { recursive: true, force: true });
	symlinkSync(target, path());
};

/** What stands in the way, what is said, and whether a mirror was there before. */
const REFUSED: readonly (readonly [string, () => unknown, RegExp, "after a run"?])[] = [
	["a folder in place of DIR", inPlace("mirror"), NO_MIRROR],
	[
		"a folder with folders alone",
		() => mkdirSync(join(dir, "a/b"), { recursive: true }),
		NO_MIRROR,
	],
	["a file in place of DIR", () => writeFileSync(dir, "text"), NO_MIRROR],
	[
		"a link in place of DIR",
		link(() => dir),
		/mirror: is a symbolic link; name the folder that it/,
	],
	["a tree that somebody built", () => cpSync(third.folder, dir, { recursive: true }), NO_MIRROR],
	[
		"a provenance.json of another tool",
		() => {
			thesis(dir);
			writeFileSync(join(dir, "provenance.json"), '{"version":1}');
			writeFileSync(join(dir, "SHA256SUMS"), "");
		},
		NO_MIRROR,
	],
	[
		"another folder in place of the mirror",
		() => {
			renameSync(dir, join(place, "away"));
			thesis(dir);
		},
		NO_MIRROR,
		"after a run",
	],
	[
		"files in the mirror that no run made",
		() => thesis(join(dir, "docs")),
		/mirror: holds "docs\/thesis\.txt", which no run has made and which would be lost; move it/,
		"after a run",
	],
	["a foreign folder DIR.mirror", inPlace("mirror.mirror"), UNMARKED],
	["a mirror with this name", () => cpSync(third.folder, work, { recursive: true }), UNMARKED],
	[
		"a mark of another tool",
		() => {
			thesis(work);
			writeFileSync(join(work, "of.json"), '{"of":"mirror"}');
		},
		UNMARKED,
	],
	["a file DIR.mirror", () => writeFileSync(work, "x"), /mirror\.mirror: is not a folder, so a/],
	["a link DIR.mirror", link(() => work), /mirror\.mirror: is a symbolic link, so a mirror in/],
	[
		"the work folder of another mirror",
		() => {
			renameSync(work, join(place, "other.mirror"));
			dir = join(place, "other");
		},
		/other\.mirror: has no of\.json that says that it belongs to a mirror "other", so/,
		"after a run",
	],
	[
		"a link in place of the state before",
		link(() => join(work, "previous")),
		/previous: is a symb/,
		"after a run",
	],
	[
		"a folder in the mirror",
		() => (dir = join(dir, "media")),
		/is inside the mirror/,
		"after a run",
	],
	[
		"a folder to come in it",
		() => (dir = join(dir, "not/yet")),
		/is inside the mirror/,
		"after a run",
	],
	[
		"a folder in the state before",
		() => (dir = join(work, "previous/x")),
		/is inside the mirror/,
		"after a run",
	],
	["the work folder itself", () => (dir = work), /is inside the mirror/, "after a run"],
	[
		"a folder in it, through a link",
		() => {
			symlinkSync(dir, join(place, "link"));
			dir = join(place, "link/media");
		},
		/link\/media: is inside the mirror .*\/mirror, whose runs replace everything in it; name a/,
		"after a run",
	],
	...(mayMount
		? ([
				[
					"DIR as a mount point",
					() => mount(dir),
					/mirror: is a mount point, which cannot be replaced/,
				],
				["DIR.mirror as a mount point", () => mount(work), /mirror\.mirror: is a mount point, so/],
				[
					"the state before as a mount point",
					() => {
						rmSync(join(work, "previous"), { recursive: true });
						mount(join(work, "previous"));
					},
					/previous: is a mount point, so/,
					"after a run",
				],
			] as const)
		: []),
];

test.for(REFUSED)(
	"%s is refused before the first request, and stays",
	async ([, make, said, when]) => {
		if (when !== undefined) await take(red, blue);
		make();
		const before = everything(place);
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(said);
		expect(everything(place)).toEqual(before);
		expect(server.requests).toEqual([]);
	},
);

test.skipIf(mayMount || process.env.REQUIRE_HOSTS === undefined)(
	"mount points can be tested",
	() => {
		expect.fail("only root can mount one");
	},
);

test("what has other names of earlier versions, or of other mirrors, is left alone", async () => {
	const names = ["mirror.new", "mirror.previous", "mirror.last.json", "mirror.lock"];
	for (const name of names) thesis(join(place, name));
	dir = join(place, "mirror.new.mirror");
	await take(red);
	dir = join(place, "mirror");
	const before = everything(join(place, "mirror.new.mirror"));
	await take(red, blue, third);
	expectRelease(dir, third);
	expect(everything(join(place, "mirror.new.mirror"))).toEqual(before);
	for (const name of names) expect(textOf(join(place, name), "thesis.txt")).toBe("years of work");
});

describe("in the work folder,", () => {
	/** What an interrupted run left. */
	const left = (): string => join(work, "new-1");

	test.for<readonly [string, () => void]>([
		["a link for a folder of a run", link(left)],
		["a link for its files", link(() => join(left(), "files"))],
		["a link for a folder in these", link(() => join(left(), "files/media"))],
		["a link for the state that was in DIR", link(() => join(left(), "old-1"))],
		["a file with the name of a folder", () => writeFileSync(join(left(), "files/docs"), "x")],
		[
			"files whose names differ by case",
			() => {
				mkdirSync(join(left(), "files/media/sounds"), { recursive: true });
				cpSync(
					join(blue.folder, "media/sounds/gong.mp3"),
					join(left(), "files/media/sounds/Gong.mp3"),
				);
			},
		],
	])("%s never decides, and is not followed", async ([, make]) => {
		await take(red);
		mkdirSync(join(left(), "files"), { recursive: true });
		const outside = readdirSync(parent);
		make();
		const before = readdirSync(parent).filter((name) => !outside.includes(name));
		const targets = before.map((name) => everything(join(parent, name)));
		await take(blue);
		expectRelease(dir, blue);
		expect(await findings(dir)).toEqual(INTACT);
		expect(before.map((name) => everything(join(parent, name)))).toEqual(targets);
	});
});

test("DIR is the state of the source, and the state before is kept, which share what is equal", async () => {
	await take(red);
	expectRelease(dir, red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json"]);
	await take(blue, third);
	expectRelease(dir, third);
	expectRelease(join(work, "previous"), blue);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
	for (const folder of [dir, join(work, "previous")])
		expect(await findings(folder)).toEqual(INTACT);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(2);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.mirror"]);
});

test("a mirror can go back to the state before and forward again, and moves with its work folder, or without", async () => {
	await take(red, blue);
	renameSync(dir, join(place, "away"));
	renameSync(join(work, "previous"), dir);
	expectRelease(dir, red);
	await take(blue);
	expectRelease(dir, blue);
	expectRelease(join(work, "previous"), red);
	const other = newPlace();
	for (const path of [dir, work]) cpSync(path, join(other, basename(path)), { recursive: true });
	for (const isWithout of [false, true]) {
		dir = join(other, "mirror");
		if (isWithout) rmSync(`${dir}.mirror`, { recursive: true });
		await take(third, blue);
		expectRelease(dir, blue);
	}
	expect(server.paths).toEqual([]);
});

test("what DIR.mirror still has is not fetched again if DIR is gone", async () => {
	await take(red, blue);
	rmSync(dir, { recursive: true });
	await take(red);
	expectRelease(dir, red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
});

test.for([false, true])(
	"where a run was killed while there was no DIR, the next one puts it back first, even if one was made since: %s",
	async (isMade) => {
		await take(red, blue);
		mkdirSync(join(work, "new-1"));
		renameSync(dir, join(work, "new-1/old-1"));
		if (isMade) mkdirSync(dir);
		server.always("latest.json", { status: 503 });
		await failureOf(mirrorTo(dir, server.origin));
		expectRelease(dir, blue);
		expectRelease(join(work, "previous"), red);
	},
);

test("a DIR that its owner made keeps its owner and its mode, also when a run fails, and later", async () => {
	mkdirSync(dir);
	if (process.getuid?.() === 0) spawnSync("chown", ["12:34", dir]);
	chmodSync(dir, 0o2750);
	const about = ({ mode, uid, gid } = statSync(dir)) => [mode, uid, gid];
	const before = about();
	server.always("latest.json", { status: 503 });
	await failureOf(mirrorTo(dir, server.origin));
	expect([about(), readdirSync(dir)]).toEqual([before, []]);
	server.reset();
	await take(red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json"]);
	await take(blue);
	expect(about()).toEqual(before);
});

test("a mirror that its owner has made read-only is brought up to date", async () => {
	// Root may do anything.
	const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
	if (owner.uid !== undefined) {
		for (const folder of [dirname(parent), parent]) chmodSync(folder, 0o755);
		spawnSync("chown", ["65534:65534", place]);
	}
	for (const tree of [red, blue, third]) {
		server.reset(tree.folder);
		const ended = await run("mirror", [server.origin, dir], { cwd: place, ...owner });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expectRelease(dir, tree);
		spawnSync("chmod", ["-R", "a-w", dir]);
	}
	expect(statSync(dir).mode & 0o777).toBe(0o555);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
});

test.for<readonly [string, string, RegExp]>([
	[
		"a folder that nobody may write into",
		"EACCES",
		/^\/.*\/place-\w+: EACCES: refused; change its permissions$/,
	],
	[
		"a read-only file system",
		"EROFS",
		/^\/.*\/place-\w+: EROFS: refused; mount it for writing, or choose an/,
	],
])("%s is named before the first request", async ([, code, said]) => {
	failing("accessSync", code, (path) => path === place);
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(said);
	expect([readdirSync(place), server.requests]).toEqual([[], []]);
});

test("a DIR that cannot be moved stays, and the message says why", async () => {
	await take(red);
	failing("renameSync", "EBUSY", (from, to) => from === dir && to !== join(dir, "x"));
	server.serves = blue.folder;
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe("EBUSY: refused");
	expect((await call("mirror", [server.origin, dir], { cwd: place })).stderr).toBe(
		`instants: failed: ${dir}: EBUSY: refused; mount points and parts of a container's image cannot be replaced, so name a folder inside it\n`,
	);
	expectRelease(dir, red);
});

test("a disk that does not keep names apart gets no mirror that lacks a file", async () => {
	await take(red);
	// As a disk that ignores case does with a folder whose name it knows with another one.
	const real = /files\/media\/sounds\/gong/;
	redirecting("renameSync", (to) => to.replace(real, "files/media/sounds/GONG"));
	server.serves = blue.folder;
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe(
		`${dir}: is unchanged, because the disk does not keep names apart, or as they are (missing: "media/sounds/gong.mp3"; too much: "media/sounds/GONG.mp3"); mirror to another disk`,
	);
	expectRelease(dir, red);
});

test.for<readonly [string, () => void]>([
	[
		"SHA256SUMS without a line",
		() => rewrite(dir, "SHA256SUMS", (text) => text.replace(/.*\n/, "")),
	],
	["a broken SHA256SUMS", () => rewrite(dir, "SHA256SUMS", () => "junk\n")],
	["no SHA256SUMS", () => rmSync(join(dir, "SHA256SUMS"))],
	[
		"a wrong line in SHA256SUMS",
		() => rewrite(dir, "SHA256SUMS", (text) => text.replace(/^\w{4}/, "0000")),
	],
	["a broken provenance.json", () => corrupt(dir, "provenance.json")],
	["no provenance.json", () => rmSync(join(dir, "provenance.json"))],
])("%s is found by verify, and put right by the run that it names", async ([, damage]) => {
	await take(red);
	damage();
	expect(await findings(dir)).toMatchObject({ code: 3 });
	const { stdout } = await call("verify", [dir], { cwd: place });
	expect(stdout).toContain(`get it again with npm run mirror -- ${server.origin} ${dir} --recheck`);
	await mirrorTo(dir, server.origin, { recheck: true });
	expect(await findings(dir)).toEqual(INTACT);
	expectRelease(dir, red);
});

test("a damaged record of the last state is named, and without it DIR decides", async () => {
	await take(red);
	writeFileSync(join(work, "last.json"), '{"version":1}');
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(
		/last\.json: does not say what was mirrored last; restore it, or delete it, and the next run tr/,
	);
	rmSync(join(work, "last.json"));
	expect(
		(await failureOf(mirrorTo(dir, server.origin.replace("localhost", "127.0.0.1")))).message,
	).toContain(`is not the source of ${dir}, which is ${server.origin}`);
	await take(blue);
});
