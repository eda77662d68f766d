/** A published tree is copied byte for byte, and kept up to date with few requests. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
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
} from "./mirror-run.ts";
import { fetchedPaths, isMetadata, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const isPage = (path: string): boolean => /\/(page|name)\//.test(path);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

test("a new mirror holds the release, and asks for nothing else", async () => {
	const { status, fetched, kept, requests, bytes } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
	expect({ status, kept }).toEqual({ status: "mirrored", kept: 0 });
	expect(fetched + 1).toBe(copied(red).length);
	expect(requests).toBe(server.requests.length);
	expect(server.paths.toSorted()).toEqual(fetchedPaths(red).toSorted());
	const sizes = new Map(red.files.map(({ path, bytes }) => [path, bytes]));
	expect(bytes).toBe(server.paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0));
});

test("precomputed pages are copied with --pages, and exports with --exports", async () => {
	await mirrorTo(dir, server.origin);
	expect(server.paths.filter(isPage)).toEqual([]);
	expect(red.files.filter(({ path }) => isPage(path)).length).toBeGreaterThan(2);
	const all = { pages: true, exports: true };
	expect((await mirrorTo(dir, server.origin, all)).status).toBe("mirrored");
	expect(filesOf(dir)).toEqual(red.files);
	expect(await findings(dir)).toEqual(INTACT);
});

test("parts of the manifest that list only pages are not copied, and a copy of that copy is whole", async () => {
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

test("--no-media leaves out sounds and images, which the next run without it fetches", async () => {
	const isMedium = ({ path }: { path: string }): boolean => path.startsWith("media/");
	await mirrorTo(dir, server.origin, { media: false });
	expect(filesOf(dir)).toEqual(copied(red).filter((file) => !isMedium(file)));
	expect(await findings(dir)).toEqual(INTACT);
	server.serves = dir;
	const second = join(newPlace(), "second");
	const { message } = await failureOf(mirrorTo(second, server.origin));
	expect(message).toMatch(/\nif the source is a mirror without media, run this with --no-media$/);
	await mirrorTo(second, server.origin, { media: false });
	expect(filesOf(second)).toEqual(filesOf(dir));
	server.serves = red.folder;
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.requests.length).toBe(copied(red).filter(isMedium).length + 1);
});

describe("an update", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.reset();
	});

	test("fetches only what is new", async () => {
		server.serves = blue.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		const sames = new Set(red.files.map(({ path, sha256 }) => `${path} ${sha256}`));
		const isSame = ({ path, sha256 }: (typeof blue.files)[0]) => sames.has(`${path} ${sha256}`);
		const old = blue.files.filter(isSame).map(({ path }) => path);
		expect(server.paths.filter((path) => old.includes(path))).toEqual([]);
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

describe("a source that publishes another release during the run", () => {
	test("is copied in one state, at whatever moment that happens", async () => {
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

	test("is given up when it keeps publishing", async () => {
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

test("files of an interrupted run are not used if they were damaged since", async () => {
	server.always("media/sounds/boom.mp3", { status: 500 });
	await failureOf(mirrorTo(dir, server.origin));
	const left = filesIn(`${dir}.new`).filter(({ bytes }) => bytes > 0);
	expect(left.length).toBeGreaterThan(10);
	for (const { path } of left) corrupt(`${dir}.new`, path);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
});
