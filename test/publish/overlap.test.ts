/** What lies in what, as Linux and Windows see it. */
import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { contains } from "../../scripts/publish/staging.ts";

test.each([
	["/data", "/data", true],
	["/data", "/data/dist", true],
	["/data", "/data/..dist", true],
	["/data", "/dist", false],
	["/data", "/data2", false],
	["/data", "/", false],
	["C:\\data", "C:\\DATA\\dist", true],
	["C:\\data", "C:\\data\\..dist", true],
	["C:\\data", "C:\\dist", false],
	["C:\\data", "D:\\data\\dist", false],
	["C:\\data", "\\\\server\\share\\dist", false],
])("%s contains %s: %s", (folder, path, does) => {
	expect(contains(folder, path, folder.startsWith("/") ? posix : win32)).toBe(does);
});
