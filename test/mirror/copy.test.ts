/** A published tree is copied byte for byte, and kept up to date with few requests. */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { named, publishRecords } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import type { Fault } from "./fault.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	copied,
	corrupt,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
	releaseNames,
} from "./mirror-run.ts";
import { fetchedPaths, isMetadata, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const newer = await release(["boom", "drum roll", "gong"], { version: "2" });
const paths = await release(["boom", "drum roll"], { links: "path" });
const PACK =
	red.files.find(({ path }) => path.endsWith(".ndjson") && /packs/.test(path))?.path ?? "";
const isPage = (path: string): boolean => /\/(page|name)\//.test(path);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

test("a new mirror holds the release, and DIR is a link to it", async () => {
	const { status, fetched, kept, requests, bytes } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
	expect(readlinkSync(dir)).toMatch(/^mirror\.releases\/0001-[0-9a-f]{16}$/);
	expect({ status, kept }).toEqual({ status: "mirrored", kept: 0 });
	expect(fetched + 1).toBe(copied(red).length);
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
	expectRelease(second, red);
});

test.each([
	["queries", red],
	["files", paths],
] as const)(
	"precomputed pages whose links name %s are copied with --pages alone",
	async (_, tree) => {
		server.serves = tree.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, tree);
		expect(tree.files.filter(({ path }) => isPage(path)).length).toBeGreaterThan(2);
		expect(server.paths.filter(isPage)).toEqual([]);
		expect((await mirrorTo(dir, server.origin, { pages: true })).status).toBe("mirrored");
		expect(filesOf(dir)).toEqual(tree.files);
		expect(await findings(dir)).toEqual(INTACT);
	},
);

test("parts of the manifest with nothing but pages are not copied, and neither is their lack copied on", async () => {
	const names = Array.from({ length: 4000 }, (_, i) => `clip ${i} of many`);
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
	const { message } = await failureOf(mirrorTo(second, server.origin, { pages: true }));
	expect(message).toMatch(/404; if the source is a mirror without .*, run this without --pages$/);
});

test("pages that a source does not have are not all asked for", async () => {
	const { folder } = await publishRecords(named(Array.from({ length: 200 }, (_, i) => `${i}`)));
	server.serves = folder;
	server.before = ({ path }) => {
		if (isPage(path)) server.always(path, { status: 404 });
	};
	const { status, failed } = await mirrorTo(dir, server.origin, { pages: true, concurrency: 1 });
	expect(status).toBe("partial");
	expect(failed.length).toBeGreaterThanOrEqual(20);
	expect(new Set(server.paths.filter(isPage)).size).toBe(10);
});

test("--no-media leaves out sounds and images, which the next run without it fetches", async () => {
	const isMedium = ({ path }: { path: string }): boolean => path.startsWith("media/");
	await mirrorTo(dir, server.origin, { media: false });
	expect(filesOf(dir)).toEqual(copied(red).filter((file) => !isMedium(file)));
	expect(await findings(dir)).toEqual(INTACT);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.requests.length).toBe(copied(red).filter(isMedium).length + 1);
});

test.each(["/", "/latest.json", "/index.html", "/api/v1/instants/", "/api/v1/instants"])(
	"the address of a site may end in %s",
	async (end) => {
		await mirrorTo(dir, `${server.origin}${end}`);
		expectRelease(dir, red);
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged" });
	},
);

describe("a file that a host has made another", () => {
	const robots = `# managed\n${textOf(red.folder, "robots.txt")}`;

	test.for<readonly [string, Fault]>([
		["altered", { body: robots }],
		["taken away", { status: 404 }],
	])("or %s is left out and reported, and all else is copied", async ([, fault]) => {
		server.always("robots.txt", fault);
		const args = [server.origin, dir, "--json"];
		const { code, stdout } = await run("mirror", args, { cwd: parent });
		const { status, failed } = JSON.parse(stdout);
		expect({ code, status, failed }).toEqual({
			code: 6,
			status: "partial",
			failed: [{ what: "robots.txt", reason: expect.stringMatching(/404|more than \d+ bytes/) }],
		});
		expect(filesOf(dir)).toEqual(copied(red).filter(({ path }) => path !== "robots.txt"));
		expect(await findings(dir)).toEqual(INTACT);
		const again = await mirrorTo(dir, server.origin);
		expect(again).toMatchObject({ status: "partial", release: releaseNames(dir)[0] });
		expect(releaseNames(dir)).toHaveLength(1);
		server.reset();
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "mirrored", failed: [] });
		expectRelease(dir, red);
	});

	test.for(["media/sounds/boom.mp3", PACK])("and is %s prevents the copy", async (path) => {
		server.always(path, { body: "other" });
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toContain("1 file could not be fetched");
	});
});

test("a dry run writes nothing, and says what would be fetched", async () => {
	const { fetched } = await mirrorTo(dir, server.origin, { dryRun: true });
	expect(fetched + 1).toBe(copied(red).length);
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
		expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(3);
		expect(releaseNames(dir)).toHaveLength(2);
	});

	test("makes the archive and the search index itself", async () => {
		const names = Array.from({ length: 120 }, (_, i) => (i === 7 ? undefined : `boom ${i}`));
		server.serves = (await publishRecords(named(names), { parent })).folder;
		await mirrorTo(dir, server.origin, { allowShrink: true });
		expect(await findings(dir)).toEqual(INTACT);
		const made = ["v1/instants/all.ndjson.gz", "v1/instants/minisearch/index.json"];
		expect(server.paths.filter((path) => made.includes(path))).toEqual([]);
	});

	test("finds a damaged file with --recheck alone, and fetches it again", async () => {
		corrupt(dir, "index.html");
		expect(await findings(dir)).toEqual({ ...INTACT, code: 3, corrupt: ["index.html"] });
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
			expect([copied(red), copied(blue)]).toContainEqual(filesOf(place));
		}
	});

	test("is mirrored after one look at its pointer, and no file is asked for in vain twice", async () => {
		server.serves = blue.folder;
		server.before = ({ path }) => {
			if (path.startsWith("media/")) server.serves = newer.folder;
		};
		await mirrorTo(dir, server.origin);
		expectRelease(dir, newer);
		const times = (wanted: string): number => server.paths.filter((path) => path === wanted).length;
		expect(times("latest.json")).toBeLessThanOrEqual(3);
		expect(Math.max(...server.paths.map(times))).toBeLessThanOrEqual(3);
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
			if (path === "media/sounds/boom.mp3") server.fault(path, { status: 404 });
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

test("what an interrupted run has left is not used if it was damaged since", async () => {
	server.always("media/sounds/boom.mp3", { status: 500 });
	await failureOf(mirrorTo(dir, server.origin));
	const objects = readdirSync(`${dir}.releases/objects`);
	expect(objects.length).toBeGreaterThan(10);
	for (const name of objects) corrupt(`${dir}.releases`, `objects/${name}`);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
});
