/** Files for a host are renewed where the owner has not edited them, and shown where they were. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
	recordSnapshots,
	renewSnapshots,
	staleSnapshots,
} from "../../scripts/authoring/snapshots.ts";
import { folderWith, writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const OLD = [
	{ path: "a.toml", content: "one\ntwo\n" },
	{ path: ".github/b.yml", content: "three\n" },
];
const NEW = [
	{ path: "a.toml", content: "one\n2\n" },
	{ path: ".github/b.yml", content: "3\n" },
];

/** A folder in which an earlier version wrote its files. */
function earlier(): string {
	const dir = folderWith(Object.fromEntries(OLD.map(({ path, content }) => [path, content])));
	recordSnapshots(dir, "netlify", OLD);
	return dir;
}
const textIn = (dir: string, path: string): string => readFileSync(join(dir, path), "utf8");

test("what nobody has edited is renewed, once", () => {
	const dir = earlier();
	expect(staleSnapshots(dir, "netlify", OLD)).toEqual([]);
	expect(staleSnapshots(dir, "netlify", NEW)).toEqual(["a.toml", ".github/b.yml"]);
	expect(renewSnapshots(dir, "netlify", NEW)).toEqual({
		renewed: ["a.toml", ".github/b.yml"],
		edited: [],
	});
	for (const { path, content } of NEW) expect(textIn(dir, path)).toBe(content);
	expect(staleSnapshots(dir, "netlify", NEW)).toEqual([]);
	const before = filesIn(dir);
	expect(renewSnapshots(dir, "netlify", NEW)).toEqual({ renewed: [], edited: [] });
	expect(filesIn(dir)).toEqual(before);
});

test("what was edited stays, and is shown with what a newer version writes", () => {
	const dir = earlier();
	writeFileSync(join(dir, "a.toml"), "one\ntwo\nmine\n");
	rmSync(join(dir, ".github/b.yml"));
	expect(staleSnapshots(dir, "netlify", NEW)).toEqual(["a.toml", ".github/b.yml"]);
	expect(renewSnapshots(dir, "netlify", NEW)).toEqual({
		renewed: [".github/b.yml"],
		edited: [{ path: "a.toml", lines: ["- two", "- mine", "+ 2"] }],
	});
	expect(textIn(dir, "a.toml")).toBe("one\ntwo\nmine\n");
	// Who was shown it is not told with every build.
	expect(staleSnapshots(dir, "netlify", NEW)).toEqual([]);
});

test("files that init did not write, or wrote for another host, are nobody's snapshots", () => {
	const dir = earlier();
	expect(staleSnapshots(dir, "vercel", NEW)).toEqual([]);
	expect(staleSnapshots(folderWith({ "a.toml": "mine" }), "netlify", NEW)).toEqual([]);
	expect(renewSnapshots(folderWith({ "a.toml": "mine" }), "netlify", NEW.slice(0, 1))).toEqual({
		renewed: [],
		edited: [{ path: "a.toml", lines: ["- mine", "+ one", "+ 2", "+ "] }],
	});
});

test("a record that is no JSON is refused, with what to do", () => {
	const dir = earlier();
	writeFiles(dir, { ".instants.json": "{" });
	expect(() => renewSnapshots(dir, "netlify", NEW)).toThrow(
		/\.instants\.json: cannot be read \(.*\); delete it$/,
	);
});
