/** A new folder is ready to publish, and nothing that was there before is touched. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addFiles, startingFiles } from "../../scripts/authoring/new-folder.ts";
import { type Files, folderWith, readRecords } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const FILES = [
	...startingFiles("instants-1.2.3.tgz", "Push it."),
	{ path: ".github/workflows/deploy.yml", text: "on: push\n" },
];

test("a new folder has a valid catalogue with one clip and its sound", async () => {
	const dir = join(temporaryFolder(), "not/there/yet");
	const made = addFiles(dir, FILES);
	expect(made.toSorted()).toEqual(filesIn(dir).map(({ path }) => path));
	const { records, media, warnings } = await readRecords(join(dir, "data"), "local");
	expect({ records: records.length, media: media.length, warnings }).toEqual({
		records: 1,
		media: 1,
		warnings: [],
	});
});

test("what is elsewhere in the folder stays", () => {
	const dir = folderWith({
		"notes.txt": "mine",
		"data/.DS_Store": "",
		".github/workflows/mine.yml": "on: push",
	});
	const before = filesIn(dir);
	addFiles(dir, FILES);
	expect(filesIn(dir)).toEqual(expect.arrayContaining(before));
});

describe("nothing is written, and everything in the way is named:", () => {
	test.for<readonly [string, Files, string]>([
		["files of the same name", { ".gitignore": "", "README.md": "" }, '".gitignore", "README.md"'],
		["data of any kind", { "data/mine.ndjson": "" }, '"data"'],
		["a file in the place of a folder", { data: "", ".github": "" }, '"data", ".github"'],
		["a workflow", { ".github/workflows/deploy.yml": "" }, '".github/workflows/deploy.yml"'],
	])("%s", ([, files, named]) => {
		const dir = folderWith(files);
		const before = filesIn(dir);
		expect(() => addFiles(dir, FILES)).toThrow(
			`${dir}: already has ${named}; nothing was overwritten; `,
		);
		expect(filesIn(dir)).toEqual(before);
	});
});
