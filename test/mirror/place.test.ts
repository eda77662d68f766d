import { once } from "node:events";
import {
	mkdirSync,
	readdirSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, test } from "vitest";
import { heldReleases, placeOf, pointTo } from "../../scripts/mirror/place.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, type PublishedRelease, release } from "./releases.ts";

const server = await faultyServer();
const names = ["boom", "drum roll", "gong", "horn"];
const releases: PublishedRelease[] = [];
for (const count of [1, 2, 3, 4]) releases.push(await release(names.slice(0, count)));
const [first, second] = releases as [PublishedRelease, PublishedRelease];
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = first.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

/** Looks for a file until it is told to stop. */
const WATCHER = `
const { existsSync } = require("node:fs");
const { parentPort, workerData: [seen, file] } = require("node:worker_threads");
parentPort.postMessage("");
while (seen[0] === 0) seen[existsSync(file) ? 1 : 2]++;
`;

const builds = (): (string | undefined)[] =>
	heldReleases(placeOf(dir)).map(({ provenance }) => provenance.build);

test("the last three releases are kept, or as many as --keep says", async () => {
	for (const { folder } of releases) {
		server.serves = folder;
		await mirrorTo(dir, server.origin);
	}
	expect(builds()).toEqual(releases.slice(1).map(({ build }) => build));
	server.serves = first.folder;
	await mirrorTo(dir, server.origin, { keep: 1, allowShrink: true });
	expect(builds()).toEqual([first.build]);
	expectRelease(dir, first);
});

test("log lists the releases, and checkout goes back to one by its build or its name", async () => {
	await mirrorTo(dir, server.origin);
	server.serves = second.folder;
	await mirrorTo(dir, server.origin);
	const log = await run("mirror", ["log", dir], { cwd: place });
	expect(log.stdout.split("\n").map((line) => line.slice(0, 6))).toEqual(["* 0002", "  0001", ""]);
	expect(log.stdout).toContain(`build ${first.build.slice(0, 16)}, 1 instants, from`);
	const back = await run("mirror", ["checkout", dir, first.build.slice(0, 12)], { cwd: place });
	expect(back.code).toBe(0);
	expectRelease(dir, first);
	expect((await run("mirror", ["checkout", dir, "0002"], { cwd: place })).code).toBe(0);
	expectRelease(dir, second);
	const none = await run("mirror", ["checkout", dir, "nothing"], { cwd: place });
	expect(none).toMatchObject({ code: 1, stdout: "" });
	expect(none.stderr).toBe(
		`instants: failed: nothing: is none of the releases in ${dir}; npm run mirror -- log ${dir} lists them\n`,
	);
});

test("a run that finds the source's release here switches to it without fetching it again", async () => {
	await mirrorTo(dir, server.origin);
	server.serves = second.folder;
	await mirrorTo(dir, server.origin);
	await run("mirror", ["checkout", dir, "0001"], { cwd: place });
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, second);
	expect(server.paths).toEqual(["latest.json"]);
});

describe("what is not a mirror is refused and left as it is:", () => {
	test.for<readonly [string, () => void, string?]>([
		[
			"a folder with files",
			() => {
				mkdirSync(dir);
				writeFileSync(join(dir, "thesis.txt"), "years of work");
			},
		],
		["an empty folder", () => mkdirSync(dir)],
		["a file", () => writeFileSync(dir, "text")],
		[
			"a link to another folder",
			() => symlinkSync(mkdirSync(join(place, "other"), { recursive: true }) ?? "", dir),
		],
		["a link to nothing", () => symlinkSync("mirror.releases/0001-0123456789abcdef", dir)],
		["a place below a file", () => writeFileSync(dir, ""), "a/b"],
	])("%s", async ([, make, below = ""]) => {
		make();
		const before = [filesIn(place), readdirSync(place)];
		const { message } = await failureOf(mirrorTo(join(dir, below), server.origin));
		expect(message).toMatch(
			/: is not a mirror, which is a symbolic link to a release in \w+\.releases; move it away, or/,
		);
		expect([filesIn(place), readdirSync(place)]).toEqual(before);
		expect(server.requests).toEqual([]);
	});
});

test("on Windows the link is an absolute one, and another release takes its place", async () => {
	await mirrorTo(dir, server.origin);
	server.serves = second.folder;
	await mirrorTo(dir, server.origin);
	const at = placeOf(dir);
	for (const { name, folder } of heldReleases(at)) {
		pointTo(at, name, "win32");
		expect(readlinkSync(dir)).toBe(folder);
		expect(heldReleases(at).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ name }]);
	}
	expectRelease(dir, second);
});

test("a mirror and its releases can be moved together", async () => {
	await mirrorTo(dir, server.origin);
	const target = newPlace();
	for (const name of ["mirror", "mirror.releases"]) {
		renameSync(join(place, name), join(target, name));
	}
	expectRelease(join(target, "mirror"), first);
	expect((await mirrorTo(join(target, "mirror"), server.origin)).status).toBe("unchanged");
});

test("a mirror is renamed by its folder of releases, and a checkout", async () => {
	await mirrorTo(dir, server.origin);
	rmSync(dir);
	const renamed = join(place, "renamed");
	renameSync(`${dir}.releases`, `${renamed}.releases`);
	expect((await run("mirror", ["checkout", renamed, "0001"], { cwd: place })).code).toBe(0);
	expectRelease(renamed, first);
	expect((await mirrorTo(renamed, server.origin)).status).toBe("unchanged");
});

test("DIR is never absent while releases change", async () => {
	for (const { folder } of releases.slice(0, 2)) {
		server.serves = folder;
		await mirrorTo(dir, server.origin);
	}
	// [whether to stop, how often DIR was there, how often it was not], seen by a thread of its own.
	const seen = new Int32Array(new SharedArrayBuffer(12));
	const watcher = new Worker(WATCHER, { eval: true, workerData: [seen, join(dir, "latest.json")] });
	await once(watcher, "message");
	const names = heldReleases(placeOf(dir)).map(({ name }) => name);
	for (let i = 0; i < 300; i++) pointTo(placeOf(dir), names[i % 2] ?? "");
	Atomics.store(seen, 0, 1);
	await once(watcher, "exit");
	expect(seen[1]).toBeGreaterThan(1000);
	expect(seen[2]).toBe(0);
});
