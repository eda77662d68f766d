/** A published tree is copied byte for byte, and kept up to date with few requests. */
import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	copied,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { fetchedPaths, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const paths = await release(["boom", "drum roll"], { links: "path" });
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
	"precomputed pages whose links name %s are copied with --pages, and exports with --exports",
	async (_, tree) => {
		server.serves = tree.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, tree);
		expect(tree.files.filter(({ path }) => isPage(path)).length).toBeGreaterThan(2);
		expect(server.paths.filter(isPage)).toEqual([]);
		const all = { pages: true, exports: true };
		expect((await mirrorTo(dir, server.origin, all)).status).toBe("mirrored");
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

test("a mirror of a mirror without media needs --no-media, and the message says so", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	server.serves = dir;
	const second = join(newPlace(), "second");
	const { message } = await failureOf(mirrorTo(second, server.origin));
	expect(message).toMatch(/\nif the source is a mirror without media, run this with --no-media$/);
	await mirrorTo(second, server.origin, { media: false });
	expect(filesOf(second)).toEqual(filesOf(dir));
});
