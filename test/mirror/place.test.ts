/** Releases are kept and can be gone back to, and what is not a mirror is never touched. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, test } from "vitest";
import { heldReleases, placeOf, pointTo } from "../../scripts/mirror/place.ts";
import { Pool } from "../../scripts/mirror/pool.ts";
import { pointerJson } from "../../scripts/tree/pointer.ts";
import { run, start } from "../fixtures/script-run.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
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
import { newPlace, type PublishedRelease, release } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
const names = ["boom", "drum roll", "gong", "horn"];
const releases: PublishedRelease[] = [];
for (const count of [1, 2, 3, 4]) releases.push(await release(names.slice(0, count)));
const [first, second, , fourth] = releases as [
	PublishedRelease,
	PublishedRelease,
	unknown,
	PublishedRelease,
];
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

test("--keep counts when nothing has changed, too, and what no release links is gone", async () => {
	for (const { folder } of releases) {
		server.serves = folder;
		await mirrorTo(dir, server.origin);
	}
	const { status } = await mirrorTo(dir, server.origin, { keep: 1 });
	expect({ status, builds: builds() }).toEqual({ status: "unchanged", builds: [fourth.build] });
	const linked = new Set(filesIn(dir).map(({ sha256 }) => sha256));
	const objects = readdirSync(`${dir}.releases/objects`);
	expect(objects.filter((name) => !linked.has(name))).toEqual([]);
	expect(objects.length).toBeGreaterThan(10);
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

describe.for(["a tree", "a crawl"])("a mirror of %s", (kind) => {
	const url = (): string => (kind === "a tree" ? server : live.server).origin;

	beforeEach(async () => {
		live.reset();
		await mirrorTo(dir, url());
	});

	test("whose link was removed gets it back, and no further release", async () => {
		rmSync(dir);
		expect(await mirrorTo(dir, url(), { dryRun: true })).toMatchObject({ status: "dry run" });
		expect(existsSync(dir)).toBe(false);
		expect(await mirrorTo(dir, url())).toMatchObject({ status: "mirrored", fetched: 0 });
		expect(releaseNames(dir)).toHaveLength(1);
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("that went back to an older release leaves it for the last one, which is here", async () => {
		server.serves = second.folder;
		live.add();
		await mirrorTo(dir, url());
		const [older = "", last = ""] = releaseNames(dir);
		await run("mirror", ["checkout", dir, older], { cwd: place });
		expect(await mirrorTo(dir, url())).toMatchObject({ release: last, fetched: 0 });
		expect(releaseNames(dir)).toEqual([older, last]);
	});

	test("whose pool is lost takes what it needs from its releases", async () => {
		rmSync(`${dir}.releases/objects`, { recursive: true });
		server.serves = second.folder;
		live.add();
		const { release, kept } = await mirrorTo(dir, url());
		expect(release).toMatch(/^0002-/);
		expect(kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
	});
});

test("a refused run takes out of the pool what it added, and nothing that was there", async () => {
	server.serves = fourth.folder;
	await mirrorTo(dir, server.origin);
	const objects = (): string[] => readdirSync(`${dir}.releases/objects`);
	const left = await new Pool({
		...{ objects: `${dir}.releases/objects`, target: `${dir}.releases/objects` },
		...{ drafts: place, held: [], recheck: false },
	}).save(["what a killed run has left"]);
	const before = objects();
	expect(before).toContain(left);
	server.serves = first.folder;
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatchObject({ exitCode: 8 });
	const body = await pointerJson({ ...JSON.parse(textOf(second.folder, "latest.json")), count: 4 });
	server.serves = second.folder;
	server.always("latest.json", { body });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatchObject({ exitCode: 8 });
	expect(objects()).toEqual(before);
});

test("a record from before there was a pool is understood", async () => {
	await mirrorTo(dir, server.origin);
	rmSync(`${dir}.releases/objects`, { recursive: true });
	rewrite(dir, "provenance.json", (text) => {
		const { media, without, ...old } = JSON.parse(text);
		return JSON.stringify(old);
	});
	server.serves = second.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, second);
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

describe("two runs", () => {
	test("never share a mirror: the second ends with an exit code of its own", async () => {
		server.always("latest.json", "hangs");
		const running = start("mirror", [server.origin, dir], { cwd: place });
		await expect.poll(() => server.requests.length).toBe(1);
		const { code, stderr } = await run("mirror", [server.origin, dir], { cwd: place });
		running.process.kill("SIGKILL");
		await running.ended;
		expect(code).toBe(7);
		expect(stderr).toContain(
			`${dir}: is being mirrored by process ${running.process.pid}; wait for it, or stop it; if that is another program, delete ${dir}.releases/run-${running.process.pid}-`,
		);
		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, first);
	});

	test("of many that start together, at most one works", async () => {
		server.always("latest.json", "hangs");
		const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: place }));
		const codes: (number | null)[] = [];
		for (const { ended } of runs) void ended.then(({ code }) => codes.push(code));
		await expect.poll(() => codes.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
		expect(codes.slice(0, 2)).toEqual([7, 7]);
		for (const { process } of runs) process.kill("SIGKILL");
		await Promise.all(runs.map(({ ended }) => ended));
	});

	test.runIf(process.platform === "linux")("are not kept apart by one that has ended", async () => {
		// A shell that goes on without waiting for its child leaves a zombie.
		const shell = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"]);
		const [line] = await once(shell.stdout, "data");
		const pid = Number(String(line));
		const status = (): string => readFileSync(`/proc/${pid}/stat`, "utf8");
		await expect.poll(status).toContain(") Z ");
		mkdirSync(`${dir}.releases/run-${pid}-zombie`, { recursive: true });
		await mirrorTo(dir, server.origin).finally(() => shell.kill());
		expectRelease(dir, first);
	});

	test("are not kept apart by one of before the machine was started", async () => {
		const run = `${dir}.releases/run-${process.ppid}-before`;
		mkdirSync(run, { recursive: true });
		expect((await failureOf(mirrorTo(dir, server.origin))).exitCode).toBe(7);
		utimesSync(run, 0, 0);
		await mirrorTo(dir, server.origin);
		expectRelease(dir, first);
	});
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
