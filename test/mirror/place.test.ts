/** The folders of a mirror: whole releases, a link to one of them, and a lock. */
import { once } from "node:events";
import fs, {
	mkdirSync,
	readdirSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { heldReleases, placeOf, pointTo } from "../../scripts/mirror/place.ts";
import { run, start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import {
	expectRelease,
	failureOf,
	findings,
	INTACT,
	mirrorTo,
	releaseNames,
	rewrite,
} from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
const names = ["boom", "drum roll", "gong", "horn"];
const ofFirst = (count: number) => release(names.slice(0, count));
const [first, second] = [await ofFirst(1), await ofFirst(2)];
const releases = [first, second, await ofFirst(3), await ofFirst(4)];
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	place = newPlace();
	dir = join(place, "mirror");
});

/** Mirrors releases, one after the other. */
async function take(trees: readonly { readonly folder: string }[], options = {}) {
	let outcome: Awaited<ReturnType<typeof mirrorTo>> | undefined;
	for (const { folder } of trees) {
		server.serves = folder;
		outcome = await mirrorTo(dir, server.origin, { allowShrink: true, ...options });
	}
	return outcome;
}

const mirrorCommand = (...args: string[]) => run("mirror", args, { cwd: place });
const builds = () => heldReleases(placeOf(dir)).map(({ provenance }) => provenance.build);

test("the last three releases are kept, or as many as --keep says, also when nothing has changed", async () => {
	await take(releases);
	expect(builds()).toEqual(releases.slice(1).map(({ build }) => build));
	expect(await take(releases.slice(3), { keep: 2 })).toMatchObject({ status: "unchanged" });
	expect(builds()).toEqual(releases.slice(2).map(({ build }) => build));
	await take([first], { keep: 1 });
	expect(readdirSync(`${dir}.releases`)).toHaveLength(1);
	expectRelease(dir, first);
});

test("log lists the releases, checkout goes back to one, and the next run goes forward again", async () => {
	await take([first, second]);
	const { stdout } = await mirrorCommand("log", dir);
	expect(stdout.split("\n").map((line) => line.slice(0, 6))).toEqual(["* 0002", "  0001", ""]);
	expect(stdout).toContain(`build ${first.build.slice(0, 16)}, 1 instants, from`);
	expect((await mirrorCommand("checkout", dir, first.build.slice(0, 12))).code).toBe(0);
	expectRelease(dir, first);
	expect((await mirrorCommand("checkout", dir, "0002")).code).toBe(0);
	expectRelease(dir, second);
	const none = await mirrorCommand("checkout", dir, "nothing");
	expect(none).toMatchObject({ code: 1, stdout: "" });
	expect(none.stderr).toBe(
		`instants: failed: nothing: is none of the releases in ${dir}; npm run mirror -- log ${dir} lists them\n`,
	);
	await mirrorCommand("checkout", dir, "0001");
	server.reset();
	await take([second]);
	expectRelease(dir, second);
	expect(server.paths).toEqual(["latest.json"]);
});

describe("what is not a mirror is refused and left as it is:", () => {
	test.for<readonly [string, () => void, string?]>([
		["a folder", () => mkdirSync(dir)],
		["a file", () => writeFileSync(dir, "text")],
		[
			"a link to another folder",
			() => symlinkSync(mkdirSync(join(place, "other"), { recursive: true }) ?? "", dir),
		],
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

test("a file system without symbolic links is refused before anything is asked for", async ({
	onTestFinished,
}) => {
	const link = vi.spyOn(fs, "symlinkSync").mockImplementation(() => {
		throw new Error("EPERM: operation not permitted, symlink");
	});
	syncBuiltinESMExports();
	onTestFinished(() => {
		link.mockRestore();
		syncBuiltinESMExports();
	});
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(
		/mirror: must be a symbolic link, and the file system refuses one \(EPERM.*another disk$/,
	);
	expect([readdirSync(place), server.requests]).toEqual([[], []]);
});

test("on Windows the link is an absolute one, and another release takes its place", async () => {
	await take([first, second]);
	const at = placeOf(dir);
	for (const { name, folder } of heldReleases(at)) {
		pointTo(at, name, "win32");
		expect(readlinkSync(dir)).toBe(folder);
		expect(heldReleases(at).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ name }]);
	}
	expectRelease(dir, second);
});

test("a mirror and its releases can be moved together, and renamed with a checkout", async () => {
	await take([first]);
	const target = newPlace();
	for (const name of ["mirror", "mirror.releases"]) {
		renameSync(join(place, name), join(target, name));
	}
	const moved = join(target, "mirror");
	expectRelease(moved, first);
	expect((await mirrorTo(moved, server.origin)).status).toBe("unchanged");
	rmSync(moved);
	const renamed = join(target, "renamed");
	renameSync(`${moved}.releases`, `${renamed}.releases`);
	expect((await mirrorCommand("checkout", renamed, "0001")).code).toBe(0);
	expectRelease(renamed, first);
	expect((await mirrorTo(renamed, server.origin)).status).toBe("unchanged");
});

/** Looks for a file until the test sets a flag. */
const WATCHER = `
const { existsSync } = require("node:fs");
const { parentPort, workerData: [seen, file] } = require("node:worker_threads");
parentPort.postMessage("");
while (seen[0] === 0) seen[existsSync(file) ? 1 : 2]++;
`;

test("DIR is never absent while releases change", async () => {
	await take([first, second]);
	// [whether to stop, how often DIR was there, how often it was not], counted by a thread.
	const seen = new Int32Array(new SharedArrayBuffer(12));
	const watcher = new Worker(WATCHER, { eval: true, workerData: [seen, join(dir, "latest.json")] });
	await once(watcher, "message");
	const held = heldReleases(placeOf(dir)).map(({ name }) => name);
	for (let i = 0; i < 300; i++) pointTo(placeOf(dir), held[i % 2] ?? "");
	Atomics.store(seen, 0, 1);
	await once(watcher, "exit");
	expect(seen[1]).toBeGreaterThan(1000);
	expect(seen[2]).toBe(0);
});

test.for(["tree", "crawl"])(
	"a mirror of a %s whose link was removed gets it back, and takes what it needs from its releases",
	async (kind) => {
		const url = (kind === "tree" ? server : live.server).origin;
		live.reset();
		server.serves = first.folder;
		await mirrorTo(dir, url);
		rmSync(dir);
		expect(await mirrorTo(dir, url)).toMatchObject({ status: "mirrored", fetched: 0 });
		expect(releaseNames(dir)).toHaveLength(1);
		server.serves = second.folder;
		live.add();
		const { release, kept } = await mirrorTo(dir, url);
		expect(release).toMatch(/^0002-/);
		expect(kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
	},
);

test.for([
	["SHA256SUMS", false],
	["SHA256SUMS", true],
	["provenance.json", false],
] as const)(
	"a damaged %s of an old release blocks no run, --recheck: %s",
	async ([file, recheck]) => {
		await take([first, second]);
		rewrite(join(`${dir}.releases`, releaseNames(dir)[0] ?? ""), file, () => "junk\n");
		expect((await take(releases.slice(3), { recheck }))?.kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
		await take(releases.slice(3), { recheck, keep: 2 });
		expect(releaseNames(dir).map((name) => name.slice(0, 4))).toEqual(["0002", "0003"]);
	},
);

test("a damaged SHA256SUMS of the last release is put right with --recheck", async () => {
	await take([first]);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	expect(await take([first], { recheck: true })).toMatchObject({ status: "mirrored" });
	expect(await findings(dir)).toEqual(INTACT);
});

describe("two runs", () => {
	/** Makes the lock of a process. */
	function lock(pid: number): void {
		mkdirSync(`${dir}.releases`, { recursive: true });
		writeFileSync(`${dir}.releases/lock`, `${pid} ${hostname()}\n`);
	}

	test("that start together: one works, the others fail, and a killed one blocks no other", async () => {
		server.always("latest.json", "hangs");
		const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: place }));
		const others: { code: number | null; stderr: string }[] = [];
		for (const { ended } of runs) void ended.then((end) => others.push(end));
		await expect.poll(() => others.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
		for (const { code, stderr } of others.slice(0, 2)) {
			expect(code).toBe(7);
			expect(stderr).toContain(
				`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${dir}.releases/lock`,
			);
		}
		for (const { process } of runs) process.kill("SIGKILL");
		await Promise.all(runs.map(({ ended }) => ended));
		server.reset();
		await take([first]);
		expectRelease(dir, first);
	});

	test("share a mirror after two minutes in which the first has not touched its lock", async () => {
		lock(process.ppid);
		expect((await failureOf(mirrorTo(dir, server.origin))).exitCode).toBe(7);
		utimesSync(`${dir}.releases/lock`, 0, 0);
		await take([first]);
		expectRelease(dir, first);
	});
});
