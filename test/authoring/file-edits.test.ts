/** Files of a catalogue are replaced only by a valid catalogue, and never over what others wrote meanwhile. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editCatalogue } from "../../scripts/authoring/file-edits.ts";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const append = (text: string) => [{ start: 0, end: 0, text }];
const NEW = ndjson(clip({ slug: "new" }));
const FILES = { "a.ndjson": ndjson(clip()), "b.json": "[]" };

test("what another program wrote meanwhile stays", async () => {
	const data = folderWith(FILES);
	const file = join(data, "a.ndjson");
	const edited = editCatalogue(new Map([[file, append(NEW)]]));
	appendFileSync(file, "\n");
	await expect(edited).rejects.toThrow(`${file}: was changed by another program meanwhile`);
	expect(readFileSync(file, "utf8")).toBe(`${FILES["a.ndjson"]}\n`);
	expect(filesIn(data)).toHaveLength(2);
});

test.for([
	[
		"a bad record of an array",
		"b.json",
		`[\n${JSON.stringify(clip({ color: "x" }))}]`,
		"b.json color",
	],
	["a bad record", "a.ndjson", ndjson(clip({ slug: "x", color: "red" })), "a.ndjson:1 color"],
	["a new file that is not valid", "c.ndjson", "{", "c.ndjson:1: is not JSON"],
] as const)("no file is replaced if one would have %s", async ([, name, text, ...said]) => {
	const data = folderWith(FILES);
	const before = filesIn(data);
	const whole = [{ start: 0, end: name === "b.json" ? 2 : 0, text }];
	const edits = new Map([
		[join(data, "a.ndjson"), append(NEW)],
		[join(data, name), whole],
	]);
	const error = await editCatalogue(edits).catch((thrown: Error) => thrown);
	for (const place of said) expect(error?.message).toContain(join(data, place));
	expect(error?.message).not.toContain(".new-");
	expect(filesIn(data)).toEqual(before);
});
