/**
 * A published tree is copied byte for byte, and kept up to date with few requests. DIR is always a whole
 * state, DIR.previous the one before, nothing else stays, and a lock keeps other runs away.
 */
import { randomUUID } from "node:crypto";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { siteUrl } from "../../scripts/download/addresses.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	copied,
	copiedPaths,
	corrupt,
	expectRelease,
	failing,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
	rewrite,
} from "./mirror-run.ts";
import { newPlace, type PublishedRelease, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const third = await release(["boom", "drum roll", "gong", "horn"]);
let place: string;
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
	place = newPlace();
	dir = join(place, "mirror");
});

test("a new mirror holds the release, and asks for nothing else", async () => {
	const { status, fetched, kept, requests, bytes } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
	expect({ status, kept, fetched }).toEqual({
		...{ status: "mirrored", kept: 0, fetched: copied(red).length - 1 },
	});
	expect(requests).toBe(server.requests.length);
	expect(server.paths.toSorted()).toEqual(copiedPaths(red).toSorted());
	const fresh = server.requests.filter(({ headers }) => headers["cache-control"] === "no-cache");
	expect(fresh.map(({ path }) => path)).toEqual(["latest.json"]);
	const sizes = new Map(red.files.map(({ path, bytes }) => [path, bytes]));
	expect(bytes).toBe(server.paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0));
});

test("precomputed pages are copied with --pages, and exports with --exports", async () => {
	await mirrorTo(dir, server.origin);
	const all = { pages: true, exports: true };
	expect((await mirrorTo(dir, server.origin, all)).status).toBe("mirrored");
	expect(filesOf(dir)).toEqual(red.files);
	expect(await findings(dir)).toEqual(INTACT);
});

test("parts of the manifest that list only pages are not copied, and a copy of that copy is whole", async () => {
	const names = Array.from({ length: 600 }, (_, i) => `clip ${i} of many`);
	const { folder } = await publishRecords(named(names), { parent, maxFiles: 4000 });
	server.serves = folder;
	await mirrorTo(dir, server.origin, { maxFiles: 5000 });
	const parts = (at: string): number =>
		filesIn(at).filter(({ path }) => path.startsWith("manifest/")).length;
	expect(parts(dir)).toBeLessThan(parts(folder));
	expect(await findings(dir)).toEqual(INTACT);
	server.serves = dir;
	const second = join(newPlace(), "second");
	await mirrorTo(second, server.origin, { maxFiles: 5000 });
	expect(filesOf(second)).toEqual(filesOf(dir));
	const pages = mirrorTo(join(newPlace(), "third"), server.origin, { maxFiles: 5000, pages: true });
	expect((await failureOf(pages)).message).toBe(
		`${server.origin}: has no precomputed pages; run this without --pages, or name a source that has them`,
	);
	rmSync(join(dir, "manifest"), { recursive: true });
	const broken = mirrorTo(join(newPlace(), "fourth"), server.origin, { pages: true });
	expect((await failureOf(broken)).message).toMatch(
		/\/manifest\/.*: was answered with status 404$/,
	);
});

test("--no-media leaves out sounds and images, which the next run without it fetches", async () => {
	const isMedium = ({ path }: { path: string }): boolean => path.startsWith("media/");
	await mirrorTo(dir, server.origin, { media: false });
	expect(filesOf(dir)).toEqual(copied(red).filter((file) => !isMedium(file)));
	expect(await findings(dir)).toEqual(INTACT);
	server.requests = [];
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.requests.length).toBe(copied(red).filter(isMedium).length + 1);
});

describe("an update", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.reset();
	});

	test("takes one request if nothing is new, and else fetches only what is", async () => {
		const files = copied(red).length;
		const nothing = { status: "unchanged", files, kept: files, fetched: 0 };
		expect(await mirrorTo(dir, server.origin)).toMatchObject(nothing);
		expect(server.paths).toEqual(["latest.json"]);
		server.serves = blue.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		const sames = new Set(red.files.map(({ path, sha256 }) => `${path} ${sha256}`));
		const old = blue.files.filter(({ path, sha256 }) => sames.has(`${path} ${sha256}`));
		const oldPaths = old.map(({ path }) => path);
		expect(server.paths.filter((path) => oldPaths.includes(path))).toEqual([]);
	});

	test.for<readonly [string, () => void]>([
		["deleted", () => rmSync(join(dir, "index.html"))],
		["damaged", () => corrupt(dir, "index.html")],
	])("finds a %s file with --recheck alone, and fetches it again", async ([, damage]) => {
		damage();
		expect((await mirrorTo(dir, server.origin)).status).toBe("unchanged");
		await mirrorTo(dir, server.origin, { recheck: true });
		expectRelease(dir, red);
		expect(server.paths.filter((path) => path === "index.html")).toHaveLength(1);
		const { status } = await mirrorTo(dir, server.origin, { recheck: true });
		expect(status).toBe("unchanged");
	});
});

test.for([2, 12, 24, 36])(
	"a source that publishes another release before request %i is copied in one state, at the latest by the next run",
	async (at) => {
		server.before = (_, number) => {
			if (number >= at) server.serves = blue.folder;
		};
		const first = await mirrorTo(dir, server.origin).catch((error: Error) => error.message);
		expect([copied(red), copied(blue), undefined]).toContainEqual(filesOf(dir));
		const said = /: has published another release in the meantime; run this again, which/;
		expect(typeof first === "string" ? first : "").toMatch(filesOf(dir) ? /^$/ : said);
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
	},
);

test.for([false, true])(
	"a run goes on where the one before was interrupted, with what was damaged since: %s",
	async (isDamaged) => {
		const stop = new AbortController();
		server.before = (_, number) => {
			if (number === 20) stop.abort(new Error("stopped"));
		};
		const options = { signal: stop.signal, concurrency: 1 };
		expect((await failureOf(mirrorTo(dir, server.origin, options))).message).toBe("stopped");
		expect(filesOf(dir)).toBeUndefined();
		const fetched = server.paths.slice(1, 19).filter((path) => !path.endsWith(".json"));
		expect(fetched.length).toBeGreaterThan(2);
		if (isDamaged) for (const path of fetched) corrupt(`${dir}.new`, path);
		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, red);
		const again = server.paths.filter((path) => fetched.includes(path));
		expect(again.toSorted()).toEqual(isDamaged ? fetched.toSorted() : []);
	},
);

/** Mirrors releases, one after the other. */
async function take(...trees: readonly PublishedRelease[]) {
	for (const { folder } of trees) {
		server.serves = folder;
		await mirrorTo(dir, server.origin, { allow: ["shrink"] });
	}
}

test("DIR is the state of the source, and DIR.previous the one before, which share what is equal", async () => {
	await take(red);
	expectRelease(dir, red);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.last.json"]);
	await take(blue, third);
	expectRelease(dir, third);
	expectRelease(`${dir}.previous`, blue);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.last.json", "mirror.previous"]);
	for (const folder of [dir, `${dir}.previous`]) expect(await findings(folder)).toEqual(INTACT);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(2);
});

test("a mirror can go back to the state before, and forward again", async () => {
	await take(red, blue);
	renameSync(dir, join(place, "away"));
	renameSync(`${dir}.previous`, dir);
	expectRelease(dir, red);
	await take(blue);
	expectRelease(dir, blue);
	expectRelease(`${dir}.previous`, red);
});

test("where a run was killed while there was no DIR, the next one puts it back first", async () => {
	await take(red);
	renameSync(dir, `${dir}.previous`);
	server.always("latest.json", { status: 503 });
	await failureOf(mirrorTo(dir, server.origin));
	expectRelease(dir, red);
});

test("a file system without hard links gets copies", async () => {
	await take(red);
	failing("linkSync", "EPERM");
	await take(blue);
	expectRelease(dir, blue);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(1);
});

describe("what is not a mirror is refused and left as it is:", () => {
	const foreign = (name: string) => () =>
		mkdirSync(join(place, name, "thesis"), { recursive: true });
	const NO_MIRROR = "is not a mirror (it has no provenance.json), and a run would replace it";
	const mountPoint = () => {
		mkdirSync(dir);
		failing("rmdirSync", "EBUSY");
	};
	test.for<readonly [string, () => unknown, string]>([
		["a folder", foreign("mirror"), `mirror: ${NO_MIRROR}`],
		["a file", () => writeFileSync(dir, "text"), `mirror: ${NO_MIRROR}`],
		["a foreign DIR.new", foreign("mirror.new"), `mirror.new: ${NO_MIRROR}`],
		["a foreign DIR.previous", foreign("mirror.previous"), `mirror.previous: ${NO_MIRROR}`],
		["a link", () => symlinkSync(newPlace(), dir), "is a symbolic link; name the folder"],
		["a mount point", mountPoint, "because it is a mount point; name a folder inside it"],
	])("%s", async ([, make, said]) => {
		make();
		const before = [filesIn(place), readdirSync(place)];
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toContain(said);
		expect([filesIn(place), readdirSync(place)]).toEqual(before);
		expect(server.requests).toEqual([]);
	});
});

test.for(["media", "not/there/yet"])(
	"a folder inside a mirror, or inside the state before, is refused, and neither is touched: %s",
	async (below) => {
		await take(red, blue);
		server.requests = [];
		for (const outer of [dir, `${dir}.previous`]) {
			const before = [filesIn(place), readdirSync(outer)];
			expect((await failureOf(mirrorTo(join(outer, below), server.origin))).message).toBe(
				`${join(outer, below)}: is inside the mirror ${outer}, whose runs replace everything in it; name a folder outside it`,
			);
			expect([filesIn(place), readdirSync(outer)]).toEqual(before);
		}
		expect(server.requests).toEqual([]);
	},
);

test("a folder inside one that has a provenance.json of another tool is not refused", async () => {
	writeFileSync(join(place, "provenance.json"), "{}");
	await take(red);
	expectRelease(dir, red);
});

test("a damaged record of the last state is named", async () => {
	await take(red);
	writeFileSync(`${dir}.last.json`, '{"version":1}');
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(
		/last\.json: does not say where the mirror came from; restore it, or delete it if you trust/,
	);
});

test("a damaged SHA256SUMS is put right with --recheck", async () => {
	await take(red);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	await mirrorTo(dir, server.origin, { recheck: true });
	expect(await findings(dir)).toEqual(INTACT);
});

describe("two runs", () => {
	/** Makes the lock of a run that works, or of one that was killed in a container. */
	function lock(isVoid: boolean): void {
		writeFileSync(`${dir}.lock`, `${process.ppid} ${hostname()} ${randomUUID()}\n`);
		if (isVoid) utimesSync(`${dir}.lock`, 0, 0);
	}

	const LOCKED = () =>
		`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${dir}.lock`;

	test.for([false, true])(
		"that start together: one works, the others fail, and a killed one blocks no other; where there is a void lock: %s",
		async (isVoid) => {
			if (isVoid) lock(true);
			server.always("latest.json", "hangs");
			const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: place }));
			const others: { code: number | null; stderr: string }[] = [];
			for (const { ended } of runs) void ended.then((end) => others.push(end));
			await expect.poll(() => others.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
			await expect.poll(() => server.requests.length).toBe(1);
			for (const { code, stderr } of others) {
				expect(code).toBe(7);
				expect(stderr).toContain(LOCKED());
			}
			for (const { process } of runs) process.kill("SIGKILL");
			await Promise.all(runs.map(({ ended }) => ended));
			server.reset();
			await take(red);
			expectRelease(dir, red);
		},
	);

	test("share a mirror after two minutes in which the first has not touched its lock", async () => {
		lock(false);
		const failure = await failureOf(mirrorTo(dir, server.origin));
		expect(failure).toMatchObject({ message: LOCKED(), exitCode: 7 });
		expect(existsSync(`${dir}.new`)).toBe(false);
		lock(true);
		await take(red);
		expectRelease(dir, red);
	});
});

const SITE = "https://clips.example/sounds";

test.for([
	"",
	"/",
	"/#boom",
	"/index.html",
	"/latest.json",
	"/api/v1/instants",
	"/api/v1/instants/?name=boom&page=2",
	"/api/v1/instants/boom/",
	"/api/v1/instants/boom",
	"/api/v1/instants/boom/?format=json",
	"/clips/boom/",
	"/clips/boom?embed",
	"/docs/",
	"/docs/bot.html#find",
	"/docs/bot.md",
])("%s below a site leads to it", (end) => {
	expect(siteUrl(`${SITE}${end}`)).toBe(SITE);
});

test.for([
	"/instants",
	"/api/v1/instants/boom/more",
	"/old-latest.json",
	"/latestXjson",
	"/clips",
	"/clips/mine/sounds",
	"/docs/sounds",
])("%s is a site of its own", (end) => {
	expect(siteUrl(`${SITE}${end}`)).toBe(`${SITE}${end}`);
});
