/** So that a lock holds while its run lives, wherever that is, and not a moment longer. */
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { lock } from "../../scripts/mirror/lock.ts";
import { temporaryFolder } from "../fixtures/published.ts";

const parent = temporaryFolder();
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(parent, "lock-"));
});

/** Leaves a lock as another run would have it. */
function leave(other: object, age = 0): string {
	const file = join(folder, "lock-other-1");
	const since = new Date().toISOString();
	writeFileSync(file, JSON.stringify({ pid: 1, host: hostname(), began: "", since, ...other }));
	const time = new Date(Date.now() - age);
	utimesSync(file, time, time);
	return file;
}

const HOUR = 3_600_000;

test("it is taken once at a time, and given back", () => {
	const release = lock(folder, "dir");
	expect(() => lock(folder, "dir")).toThrow(
		/^dir: is being mirrored by this process \(\d+\); wait/,
	);
	release();
	expect(readdirSync(folder)).toEqual([]);
	lock(folder, "dir")();
});

test("a process that has ended holds nothing", () => {
	// Larger than any process id: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html
	leave({ pid: 2 ** 22 + 1 });
	lock(folder, "dir")();
	expect(readdirSync(folder)).toEqual([]);
});

test("a process that was given the number of one that has ended holds nothing", () => {
	leave({ pid: process.ppid, began: "another boot 1" });
	lock(folder, "dir")();
});

test("a run on another machine holds it while it shows that it lives", () => {
	leave({ host: "elsewhere" }, 30_000);
	expect(() => lock(folder, "dir")).toThrow(/is being mirrored by process 1 on elsewhere, since /);
	leave({ host: "elsewhere" }, HOUR);
	lock(folder, "dir")();
});

test("a lock that broke off while it was written belongs to nobody", () => {
	writeFileSync(leave({}), "{");
	lock(folder, "dir")();
});

test("whoever finds another leaves no lock of its own", () => {
	mkdirSync(join(folder, "unrelated"));
	leave({ host: "elsewhere" });
	expect(() => lock(folder, "dir")).toThrow();
	expect(readdirSync(folder).toSorted()).toEqual(["lock-other-1", "unrelated"]);
});
