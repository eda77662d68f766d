/** Files for a host are renewed where the owner has not edited them, and shown where they were. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../scripts/authoring/new-folder.ts";
import {
	renewSnapshots,
	snapshotRecord,
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
	replaceFile(dir, snapshotRecord(dir, "netlify", OLD));
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

test("what was edited stays, and what a newer version writes is put beside it", () => {
	const dir = earlier();
	writeFileSync(join(dir, "a.toml"), "one\ntwo\nmine\n");
	rmSync(join(dir, ".github/b.yml"));
	expect(staleSnapshots(dir, "netlify", NEW)).toEqual(["a.toml", ".github/b.yml"]);
	expect(renewSnapshots(dir, "netlify", NEW)).toEqual({
		renewed: [".github/b.yml"],
		edited: [{ path: "a.toml", beside: "a.toml.new" }],
	});
	expect(textIn(dir, "a.toml.new")).toBe("one\n2\n");
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
		edited: [{ path: "a.toml", beside: "a.toml.new" }],
	});
});

test("files that Git gave other ends of lines are not edited", () => {
	const dir = earlier();
	for (const { path, content } of OLD) {
		writeFileSync(join(dir, path), content.replaceAll("\n", "\r\n"));
	}
	expect(renewSnapshots(dir, "netlify", OLD)).toEqual({ renewed: [], edited: [] });
	expect(renewSnapshots(dir, "netlify", NEW)).toEqual({
		renewed: ["a.toml", ".github/b.yml"],
		edited: [],
	});
});

test("a file of the same name that was written for another host is not renewed", () => {
	const dir = earlier();
	const before = filesIn(dir);
	expect(() => renewSnapshots(dir, "vercel", NEW)).toThrow(
		/a\.toml: was written for netlify, and nothing was changed; move it away/,
	);
	expect(filesIn(dir)).toEqual(before);
	rmSync(join(dir, "a.toml"));
	rmSync(join(dir, ".github/b.yml"));
	expect(renewSnapshots(dir, "vercel", NEW).renewed).toEqual(["a.toml", ".github/b.yml"]);
});

test("a folder that is not there is not made", () => {
	const dir = join(earlier(), "typo");
	expect(() => renewSnapshots(dir, "netlify", NEW)).toThrow(/typo: is not there; name the folder/);
	expect(existsSync(dir)).toBe(false);
});

test.each(["{", "", "null", "[]", '{"a.toml":null}', '{"a.toml":{"host":"netlify"}}'])(
	"a record that holds %s is refused, with what to do",
	(text) => {
		const dir = earlier();
		writeFiles(dir, { ".instants.json": text });
		const before = filesIn(dir);
		expect(() => renewSnapshots(dir, "netlify", NEW)).toThrow(
			/\.instants\.json: is not as `init` writes it; delete it/,
		);
		expect(filesIn(dir)).toEqual(before);
	},
);

test("a folder in the place of a file is named", () => {
	const dir = earlier();
	rmSync(join(dir, "a.toml"));
	mkdirSync(join(dir, "a.toml"));
	expect(() => renewSnapshots(dir, "netlify", NEW)).toThrow(
		/a\.toml: cannot be read \(.*\); move it away$/,
	);
});
