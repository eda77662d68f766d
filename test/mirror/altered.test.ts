/** What is neither a medium nor in the store may be another file than the source lists: hosts do that. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { named, publishRecords } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { type Fault, FaultyServer, faultyServer } from "./faulty-server.ts";
import {
	copied,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
	releaseNames,
} from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const PACK =
	red.files.find(({ path }) => path.endsWith(".ndjson") && /packs/.test(path))?.path ?? "";
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

describe("a file that a host has changed", () => {
	const robots = `# managed\n${textOf(red.folder, "robots.txt")}`;

	const SAID =
		/40[34]|more than \d+ bytes|cannot be followed|--follow-origin http:\/\/127|Content-Encoding "zstd"/;

	// Each waits for its retries.
	test.concurrent.for<readonly [string, Fault]>([
		["altered", { body: robots }],
		["taken away", { status: 404 }],
		["forbidden", { status: 403 }],
		["taken away for an hour", { status: 404, headers: { "retry-after": "3600" } }],
		["forbidden for an hour", { status: 403, headers: { "retry-after": "3600" } }],
		["redirected to itself", { status: 302, headers: { location: "/robots.txt" } }],
		["redirected elsewhere", { status: 302, headers: { location: "http://127.0.0.1:1/" } }],
		["encoded in an unknown way", { body: "x", headers: { "content-encoding": "zstd" } }],
	])(
		"or %s is left out and reported, and all else is copied",
		async ([, fault], { onTestFinished }) => {
			const server = await new FaultyServer().start();
			onTestFinished(() => server.stop());
			server.serves = red.folder;
			server.always("robots.txt", fault);
			const dir = join(newPlace(), "mirror");
			const args = [server.origin, dir, "--json"];
			const { code, stdout } = await run("mirror", args, { cwd: parent });
			const { status, failed } = JSON.parse(stdout);
			expect({ code, status, failed }).toEqual({
				code: 6,
				status: "partial",
				failed: [{ what: "robots.txt", reason: expect.stringMatching(SAID) }],
			});
			expect(filesOf(dir)).toEqual(copied(red).filter(({ path }) => path !== "robots.txt"));
			expect(await findings(dir)).toEqual(INTACT);
			const again = await mirrorTo(dir, server.origin);
			expect(again).toMatchObject({ status: "partial", release: releaseNames(dir)[0] });
			expect(releaseNames(dir)).toHaveLength(1);
			server.reset();
			expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "mirrored", failed: [] });
			expectRelease(dir, red);
		},
	);

	test("that differs each time is asked for once a run, and causes no further release", async () => {
		let answers = 0;
		server.before = ({ path }) => {
			if (path === "robots.txt") server.always(path, { body: "x".repeat(++answers) });
		};
		await mirrorTo(dir, server.origin);
		for (const tree of [red, blue, blue, blue]) {
			server.serves = tree.folder;
			server.requests = [];
			await mirrorTo(dir, server.origin, { keep: 2 });
			expect(server.paths.filter((path) => path === "robots.txt")).toHaveLength(1);
		}
		expect(releaseNames(dir).map((name) => name.slice(0, 4))).toEqual(["0001", "0002"]);
	});

	test("like all others of its kind costs none of another kind", async () => {
		const { folder } = await publishRecords(named(Array.from({ length: 40 }, (_, i) => `${i}`)));
		const isHtml = (path: string): boolean => path.endsWith(".html");
		server.serves = folder;
		server.before = ({ path }) => {
			if (isHtml(path)) server.always(path, { body: "<!doctype html>" });
		};
		await mirrorTo(dir, server.origin, { concurrency: 1 });
		const has = (at: string): string[] => filesIn(at).map(({ path }) => path);
		const all = has(folder).filter(
			(path) => !/^v1.*\/(page\/|name\/|all\.|minisearch)|^_/.test(path),
		);
		expect(all.filter(isHtml).length).toBeGreaterThan(40);
		expect(all.filter((path) => !isHtml(path) && !has(dir).includes(path))).toEqual([]);
		const asked = (): number => new Set(server.paths.filter((path) => /^clips/.test(path))).size;
		expect(asked()).toBe(10);
		server.requests = [];
		await mirrorTo(dir, server.origin, { concurrency: 1 });
		expect(server.requests.length).toBeLessThan(30);
	});

	test.for(["media/sounds/boom.mp3", PACK])("and is %s prevents the copy", async (path) => {
		server.always(path, { body: "other" });
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toContain("1 file could not be fetched");
	});
});
