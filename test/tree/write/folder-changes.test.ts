/** Folders that other programs look into are renamed all the same, where the system lets it. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { renameFolder } from "../../../scripts/tree/write/folder-changes.ts";

function failing(code: string): never {
	throw Object.assign(new Error(code), { code });
}

const renaming = vi.spyOn(fs, "renameSync");
syncBuiltinESMExports();
afterAll(() => {
	renaming.mockRestore();
	syncBuiltinESMExports();
});

let paused = 0;
beforeEach(() => {
	paused = 0;
	renaming.mockReset();
	vi.spyOn(Atomics, "wait").mockImplementation((_, __, ___, ms = 0) => {
		paused += Number(ms);
		return "timed-out";
	});
});

test.each(["EPERM", "EBUSY", "EACCES"])("on Windows a folder in use is tried again: %s", (code) => {
	renaming.mockImplementation(() => {});
	for (let times = 0; times < 2; times++) renaming.mockImplementationOnce(() => failing(code));
	renameFolder("old", "new", "win32");
	expect(renaming.mock.calls).toEqual(Array(3).fill(["old", "new"]));
});

test("a folder that stays in use is given up after some seconds, with the error of the system", () => {
	renaming.mockImplementation(() => failing("EPERM"));
	expect(() => renameFolder("old", "new", "win32")).toThrow("EPERM");
	expect(paused).toBeGreaterThan(2000);
	expect(paused).toBeLessThan(10_000);
});

test.each([
	["ENOENT", "win32"],
	["EPERM", "linux"],
	["EPERM", "darwin"],
] as const)("%s on %s is final", (code, platform) => {
	renaming.mockImplementation(() => failing(code));
	expect(() => renameFolder("old", "new", platform)).toThrow(code);
	expect(renaming).toHaveBeenCalledTimes(1);
});
