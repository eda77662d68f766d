/**
 * Runs never move, delete or write to anything that no run has created and marked, whatever its name. DIR always
 * holds a complete release, DIR.mirror/previous the previous one, and nothing else remains.
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
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { failing, redirecting } from "../fixtures/failing-disk.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { run } from "../fixtures/script-run.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { rowsIn } from "../fixtures/written-cases.ts";
import {
	EVIL,
	expectRelease,
	failureOf,
	findings,
	INTACT,
	leftIn,
	mirrorTo,
	shell,
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
	const about = (path: string, isFile: boolean): string =>
		`${path} ${isFile ? readFileSync(path) : lstatSync(path).mode}`;
	return entries.map((entry) => about(join(entry.parentPath, entry.name), entry.isFile())).sort();
}

const mayMount = spawnSync("unshare", ["--mount", "true"]).status === 0;
/** Only root can mount. Where all hosts are tested, mounting must work. */
const can = ([, script]: readonly string[]): boolean =>
	mayMount || process.env.REQUIRE_HOSTS !== undefined || !script?.includes("bound");

test.for(rowsIn(EVIL, "refused").filter(can))(
	"%s is refused before the first request, and stays",
	async ([, script = "", said = ""]) => {
		const steps = script.replace(/^run; /, "").split("; ");
		const other = steps.at(-1)?.startsWith("in ") ? steps.pop()?.slice(3) : undefined;
		if (script.startsWith("run;")) await take(red, blue);
		const around = newPlace();
		shell(steps.join("; "), place, { TREE: third.folder, AWAY: join(around, "away") });
		const before = [everything(place), everything(around)];
		const failure = await failureOf(mirrorTo(join(place, other ?? "mirror"), server.origin));
		expect(failure.message).toContain(said);
		expect([everything(place), everything(around)]).toEqual(before);
		expect(server.requests).toEqual([]);
	},
);

test.for(rowsIn(EVIL, "left"))(
	"%s in the work folder has no effect, and is not followed",
	async ([, script = ""]) => {
		await take(red);
		const around = newPlace();
		shell(script, work, { TREE: blue.folder, AWAY: join(around, "away") });
		const before = everything(around);
		await take(blue);
		expectRelease(dir, blue);
		expect(await findings(dir)).toEqual(INTACT);
		expect(everything(around)).toEqual(before);
	},
);

test("folders with names from earlier versions, or of other mirrors, are left alone", async () => {
	const names = ["mirror.new", "mirror.previous", "mirror.last.json", "mirror.lock"];
	for (const name of names) shell(`thesis ${name}`, place, {});
	dir = join(place, "mirror.new.mirror");
	await take(red);
	dir = join(place, "mirror");
	const before = everything(join(place, "mirror.new.mirror"));
	await take(red, blue, third);
	expectRelease(dir, third);
	expect(everything(join(place, "mirror.new.mirror"))).toEqual(before);
	for (const name of names) expect(textOf(join(place, name), "thesis.txt")).toBe("years of work\n");
});

test("DIR is the state of the source, and the previous state is kept: they share equal files", async () => {
	await take(red);
	expectRelease(dir, red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json"]);
	writeFileSync(join(dir, ".DS_Store"), "from a file manager");
	await take(blue, third);
	expectRelease(dir, third);
	expectRelease(join(work, "previous"), blue);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
	for (const folder of [dir, join(work, "previous")])
		expect(await findings(folder)).toEqual(INTACT);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(2);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.mirror"]);
});

test("a mirror can be rolled back to the previous state and forward again, and be moved with or without its work folder", async () => {
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

test("files that DIR.mirror still has are not fetched again if DIR is gone", async () => {
	await take(red, blue);
	rmSync(dir, { recursive: true });
	await take(red);
	expectRelease(dir, red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
});

test.for([false, true])(
	"if a run was killed while there was no DIR, the next run first puts it back, even if a new DIR was made since: %s",
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

test("a DIR that its owner made keeps its owner and its mode, even when a run fails, and later", async () => {
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
		/^\/.*\/place-\w+: EROFS: refused; remount it read-write, or choose an/,
	],
])("%s is reported before the first request", async ([, code, said]) => {
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
		`instants: failed: ${dir}: EBUSY: refused; fix this and run the command again; mount points and parts of a container's image cannot be replaced, so choose a folder inside this one\n`,
	);
	expectRelease(dir, red);
});

test("a file system that merges or alters names gets no incomplete mirror", async () => {
	await take(red);
	// As on a file system that ignores case and spells the folder differently.
	const real = /files\/media\/sounds\/gong/;
	redirecting("renameSync", (to) => to.replace(real, "files/media/sounds/GONG"));
	server.serves = blue.folder;
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe(
		`${dir}: is unchanged, because its file system merges or alters file names (missing: "media/sounds/gong.mp3"; extra: "media/sounds/GONG.mp3"); mirror to a different file system`,
	);
	expectRelease(dir, red);
});

test("a damaged record of the last state is reported, and without it the record in DIR is trusted", async () => {
	await take(red);
	writeFileSync(join(work, "last.json"), '{"version":1}');
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(
		/last\.json: does not say what was mirrored last; restore it, or delete it: the next run will then t/,
	);
	rmSync(join(work, "last.json"));
	expect(
		(await failureOf(mirrorTo(dir, server.origin.replace("localhost", "127.0.0.1")))).message,
	).toContain(`is not the source of ${dir}, which is ${server.origin}`);
	await take(blue);
});
