/** A published tree is copied byte for byte, and kept up to date with few requests, whatever interrupts a run. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { failing } from "../fixtures/failing-disk.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import {
	copied,
	copiedPaths,
	corrupt,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
	dir = join(newPlace(), "mirror");
});

test("a first run copies the release, and requests nothing else", async () => {
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
	expect((await failureOf(pages)).message).toMatch(/\.json: was answered with status 404$/);
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

	test("takes one request if nothing is new, and otherwise fetches only new files", async () => {
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
	])("finds a %s file only with --recheck, and fetches it again", async ([, damage]) => {
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
	"a source that publishes a new release before request %i is copied in one state, at the latest by the next run",
	async (at) => {
		server.before = (_, number) => {
			if (number >= at) server.serves = blue.folder;
		};
		const first = await mirrorTo(dir, server.origin).catch((error: Error) => error.message);
		expect([copied(red), copied(blue), undefined]).toContainEqual(filesOf(dir));
		const said = /: has published a different release in the meantime; run this again to mirror it/;
		expect(typeof first === "string" ? first : "").toMatch(filesOf(dir) ? /^$/ : said);
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
	},
);

test.for([false, true])(
	"a run resumes where the previous one was interrupted, even if files were damaged since: %s",
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
		const [left = ""] = readdirSync(`${dir}.mirror`).filter((name) => name.startsWith("new-"));
		if (isDamaged) for (const path of fetched) corrupt(join(`${dir}.mirror`, left, "files"), path);
		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, red);
		const again = server.paths.filter((path) => fetched.includes(path));
		expect(again.toSorted()).toEqual(isDamaged ? fetched.toSorted() : []);
	},
);

test("a file system without hard links gets copies", async () => {
	await mirrorTo(dir, server.origin);
	failing("linkSync", "EPERM");
	server.serves = blue.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(1);
});

test.for([false, true])(
	"a live server is not mirrored, and the message says what to do instead; with a mirror of a tree: %s",
	async (isMirror) => {
		if (isMirror) await mirrorTo(dir, server.origin);
		server.reset("", { "latest.json": { status: 404 } });
		const fix = isMirror
			? `${dir} mirrors a published tree, so ask the publisher where it is now`
			: `if it is a live server of this API, npm run import -- ${server.origin} makes a catalogue from it`;
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe(
			`${server.origin}/latest.json: is not the pointer of a published tree; ${fix}`,
		);
		expect(server.paths).toEqual(["latest.json"]);
	},
);
