/** Two runs on one machine never share a mirror. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { run, start } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const first = await release(["boom"]);
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = first.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

/** Leaves the lock of a process. */
function lock(pid: number): void {
	mkdirSync(`${dir}.releases`, { recursive: true });
	writeFileSync(`${dir}.releases/lock`, `${pid} ${hostname()}\n`);
}

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
			`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${dir}.releases/lock`,
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
		lock(pid);
		await mirrorTo(dir, server.origin).finally(() => shell.kill());
		expectRelease(dir, first);
	});

	test("are not kept apart by one that has been silent for two minutes", async () => {
		lock(process.ppid);
		expect((await failureOf(mirrorTo(dir, server.origin))).exitCode).toBe(7);
		utimesSync(`${dir}.releases/lock`, 0, 0);
		await mirrorTo(dir, server.origin);
		expectRelease(dir, first);
	});
});
