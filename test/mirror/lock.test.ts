/** A lock holds as long as its run is alive, wherever that is, and no longer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { lock } from "../../scripts/mirror/lock.ts";
import { temporaryFolder } from "../fixtures/published.ts";

const parent = temporaryFolder();
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(parent, "lock-"));
});

/** Writes a lock as another run would. */
function foreignLock(other: object, age = 0): string {
	const file = join(folder, "lock-other-1");
	const since = new Date().toISOString();
	writeFileSync(file, JSON.stringify({ pid: 1, host: hostname(), began: "", since, ...other }));
	const time = new Date(Date.now() - age);
	utimesSync(file, time, time);
	return file;
}

const HOUR = 3_600_000;

test("a lock can be held only once, and is released", async () => {
	const release = await lock(folder, "dir");
	await expect(lock(folder, "dir")).rejects.toThrow(
		/^dir: is being mirrored by this process \(\d+\); wait/,
	);
	release();
	expect(readdirSync(folder)).toEqual([]);
	(await lock(folder, "dir"))();
});

test("a process that has ended holds no lock", async () => {
	// Larger than any process id: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html
	foreignLock({ pid: 2 ** 22 + 1 });
	(await lock(folder, "dir"))();
	expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === "linux")("a zombie process holds no lock", async () => {
	// The shell becomes a program that never waits for its child.
	const parentProcess = spawn("sh", [
		"-c",
		"sh -c 'sleep 0.2; kill -9 $$' & echo $!; exec sleep 60",
	]);
	const [line] = await once(parentProcess.stdout, "data");
	const pid = Number(line);
	const began = (): string => readFileSync(`/proc/${pid}/stat`, "utf8");
	while (!began().includes(") Z ")) await sleep(5);
	foreignLock({ pid });
	(await lock(folder, "dir"))();
	parentProcess.kill();
});

test("a process that has the id of a former run holds no lock", async () => {
	foreignLock({ pid: process.ppid, began: "another boot 1" });
	(await lock(folder, "dir"))();
});

test("a run on another machine holds its lock as long as it touches it", async () => {
	foreignLock({ host: "elsewhere" }, 30_000);
	await expect(lock(folder, "dir")).rejects.toThrow(
		/is being mirrored by process 1 on elsewhere, since /,
	);
	foreignLock({ host: "elsewhere" }, HOUR);
	(await lock(folder, "dir"))();
});

test("an incomplete lock file is ignored", async () => {
	writeFileSync(foreignLock({}), "{");
	(await lock(folder, "dir"))();
});

test("a run that finds another lock removes its own", async () => {
	mkdirSync(join(folder, "unrelated"));
	foreignLock({ host: "elsewhere" });
	await expect(lock(folder, "dir")).rejects.toThrow();
	expect(readdirSync(folder).toSorted()).toEqual(["lock-other-1", "unrelated"]);
});
