/** Which paths a release must not have, on any system. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clashes, pathFault } from "../../scripts/mirror/file-path.ts";

describe("paths that are refused", () => {
	test("include those that some systems cannot tell apart, and a file that is also a folder", () => {
		expect(clashes(["a/b", "A/B", "a/b", "a", "caf\u00e9", "cafe\u0301", "x"])).toEqual([
			{ path: "A/B", fault: 'differs from "a/b" only in case or accents' },
			{ path: "a/b", fault: "is listed twice" },
			{ path: "cafe\u0301", fault: 'differs from "café" only in case or accents' },
			{ path: "a/b", fault: 'lies in "a", which is a file' },
			{ path: "A/B", fault: 'lies in "a", which is a file' },
			{ path: "a/b", fault: 'lies in "a", which is a file' },
		]);
	});

	test("include names that are special on Windows, if that is the system", () => {
		const names = ["a:b", "con", "Con.mp3", "lpt1.txt", "a.", "a ", "a?b", "dir./a"];
		expect(names.filter((name) => pathFault(name, "win32") === undefined)).toEqual([]);
		expect(names.filter((name) => pathFault(name, "linux") !== undefined)).toEqual(["a:b"]);
	});

	test("include every path that leads out of the folder", () => {
		const piece = fc.constantFrom("..", ".", "", "a", "/", "\\", "C:", "con", "\u0000", "é", "b.c");
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1 }), fc.constantFrom("/", ""), (pieces, glue) => {
				const path = pieces.join(glue);
				if (path === "" || pathFault(path) !== undefined) return;
				const joined = join("/root/dir", path);
				expect(joined.startsWith("/root/dir/")).toBe(true);
				expect(joined.slice("/root/dir/".length)).toBe(path);
			}),
		);
	});
});
