/** A published tree is copied byte for byte, and kept up to date with few requests. */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../fixtures/data-folder.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	corrupt,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { fetchedPaths, isMetadata, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const newer = await release(["boom", "drum roll", "gong"], { version: "2" });
const paths = await release(["boom", "drum roll"], { links: "path" });
const isPage = (path: string): boolean => /\/(page|name)\//.test(path);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

test("a new mirror holds the release, and DIR is a link to it", async () => {
	const { status, fetched, made, kept, requests, bytes } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
	expect(readlinkSync(dir)).toMatch(/^mirror\.releases\/0001-[0-9a-f]{16}$/);
	expect({ status, kept }).toEqual({ status: "mirrored", kept: 0 });
	expect(fetched + made + 1).toBe(red.files.length);
	expect(requests).toBe(server.requests.length);
	const content = new Map(red.files.map(({ path, sha256 }) => [path, sha256]));
	const contents = (list: readonly string[]) => list.map((path) => content.get(path)).sort();
	expect(contents(server.paths)).toEqual(contents(fetchedPaths(red)));
	const sizes = new Map(red.files.map(({ path, bytes }) => [path, bytes]));
	expect(bytes).toBe(server.paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0));
});

test("a mirror can be mirrored in turn", async () => {
	await mirrorTo(dir, server.origin);
	server.serves = dir;
	const second = join(newPlace(), "second");
	await mirrorTo(second, server.origin);
	expect(filesOf(second)).toEqual(red.files);
});

test.each([
	["queries", red],
	["files", paths],
] as const)("precomputed pages whose links name %s are made from the clips", async (_, tree) => {
	server.serves = tree.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, tree);
	expect(tree.files.filter(({ path }) => isPage(path)).length).toBeGreaterThan(2);
	expect(server.paths.filter(isPage)).toEqual([]);
});

test("a dry run writes nothing, and says what would be fetched", async () => {
	const { fetched, made } = await mirrorTo(dir, server.origin, { dryRun: true });
	expect(fetched + made + 1).toBe(red.files.length);
	expect(server.paths.filter((path) => !isMetadata(path))).toEqual(["latest.json"]);
	expect(readdirSync(dirname(dir))).toEqual([]);
});

describe("an update", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.reset();
	});

	test("makes one request if nothing has changed", async () => {
		const { status } = await mirrorTo(dir, server.origin);
		expect({ status, paths: server.paths }).toEqual({
			status: "unchanged",
			paths: ["latest.json"],
		});
	});

	test("fetches only what is new, and shares the rest with the release before", async () => {
		server.serves = blue.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		const hashes = new Set(red.files.map(({ sha256 }) => sha256));
		const old = blue.files.filter(({ sha256 }) => hashes.has(sha256)).map(({ path }) => path);
		expect(server.paths.filter((path) => old.includes(path))).toEqual([]);
		expect(lstatSync(join(dir, "index.html")).nlink).toBe(2);
		expect(readdirSync(`${dir}.releases`)).toHaveLength(2);
	});

	test("makes the archive, the search index and most of the manifest itself", async () => {
		const names = Array.from({ length: 120 }, (_, i) => (i === 7 ? undefined : `boom ${i}`));
		server.serves = (await publishRecords(named(names), { parent })).folder;
		await mirrorTo(dir, server.origin, { allowShrink: true });
		expect(await findings(dir)).toEqual(INTACT);
		const made = ["v1/instants/all.ndjson.gz", "v1/instants/minisearch/index.json"];
		expect(server.paths.filter((path) => made.includes(path))).toEqual([]);
	});

	test("finds a damaged file with --recheck alone, and fetches it again", async () => {
		corrupt(dir, "index.html");
		expect(await findings(dir)).toEqual({ ...INTACT, code: 5, corrupt: ["index.html"] });
		expect((await mirrorTo(dir, server.origin)).status).toBe("unchanged");
		await mirrorTo(dir, server.origin, { recheck: true });
		expectRelease(dir, red);
		expect(server.paths.filter((path) => path === "index.html")).toHaveLength(1);
		for (const dryRun of [false, true]) {
			const { status } = await mirrorTo(dir, server.origin, { recheck: true, dryRun });
			expect(status).toBe("unchanged");
		}
	});
});

describe("a source that publishes another release during the run", () => {
	test("is mirrored as it is then, however far the run was", async () => {
		for (const at of [2, 6, 12, 18, 24, 30]) {
			const place = join(newPlace(), "mirror");
			server.reset();
			server.serves = red.folder;
			server.before = (_, number) => {
				if (number >= at) server.serves = blue.folder;
			};
			await mirrorTo(place, server.origin);
			expect([red.files, blue.files]).toContainEqual(filesOf(place));
		}
	});

	test("is mirrored whole, even if a file of the release before is still on its way", async () => {
		const [late, slow] = ["media/sounds/boom.mp3", "media/sounds/gong.mp3"];
		server.before = ({ path }) => {
			if (path === late) server.serves = newer.folder;
		};
		for (const path of [late, slow]) server.fault(path, "hangs midway");
		await mirrorTo(dir, server.origin, { timeout: 0.2 });
		expectRelease(dir, newer);
	});

	test("is given up when it does not come to rest", async () => {
		server.before = ({ path }, number) => {
			if (path === "latest.json") server.serves = number % 2 === 0 ? red.folder : blue.folder;
			if (path === "index.html") server.fault(path, { status: 404 });
		};
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/published a new release 6 times|could not be fetched/);
		expect(filesOf(dir)).toBeUndefined();
	});
});

test("a run goes on where the one before was interrupted", async () => {
	const stop = new AbortController();
	server.before = (_, number) => {
		if (number === 20) stop.abort(new Error("stopped"));
	};
	const options = { signal: stop.signal, concurrency: 1 };
	expect((await failureOf(mirrorTo(dir, server.origin, options))).message).toBe("stopped");
	expect(filesOf(dir)).toBeUndefined();
	const fetched = server.paths.slice(1, 19).filter((path) => !isMetadata(path));
	expect(fetched.length).toBeGreaterThan(2);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths.filter((path) => fetched.includes(path))).toEqual([]);
});

test("what a killed run left of another release is never in the way", async () => {
	const draft = `${dir}.releases/draft`;
	writeFiles(draft, {
		docs: "a file where a folder must be",
		"index.html/x.txt": "",
		"a/b.txt": "",
	});
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
});
