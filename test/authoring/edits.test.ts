/** An edit never replaces a catalogue file that another program has changed meanwhile, and keeps every byte that it does not have to change. */
import { appendFileSync, chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editCatalogue, takeSnapshot } from "../../scripts/authoring/file-edits.ts";
import { rewritten, withMeasures } from "../../scripts/authoring/record-text.ts";
import { call } from "../fixtures/command-call.ts";
import { clip, folderWith, ndjson, twoClips } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const put = (before: string) => (text: string) => before + text;
const NEW = ndjson(clip({ slug: "new" }));
const FILES = { "a.ndjson": ndjson(clip()), "b.json": "[]" };

test("changes by another program in the meantime are kept", async () => {
	const data = folderWith(FILES);
	const file = join(data, "a.ndjson");
	const before = await takeSnapshot(data);
	const edited = editCatalogue(new Map([[file, put(NEW)]]), before);
	appendFileSync(file, "\n");
	await expect(edited).rejects.toThrow(`${file}: was changed by another program in the meantime`);
	expect(readFileSync(file, "utf8")).toBe(`${FILES["a.ndjson"]}\n`);
	expect(filesIn(data)).toHaveLength(2);
});

test.each([
	["moved records", (data: string) => writeFileSync(join(data, "a.ndjson"), NEW + ndjson(clip()))],
	["shortened a file", (data: string) => writeFileSync(join(data, "a.ndjson"), "")],
	["deleted a file", (data: string) => rmSync(join(data, "a.ndjson"))],
	["took a slug in another file", (data: string) => writeFileSync(join(data, "c.ndjson"), NEW)],
])("nothing is written if another program %s after the catalogue was read", async (_, meddle) => {
	const data = folderWith(FILES);
	const before = await takeSnapshot(data);
	meddle(data);
	const meddled = filesIn(data);
	const file = join(data, "a.ndjson");
	const places = [{ file, line: 1 }];
	const edited = editCatalogue(
		rewritten(places, () => REMOVED),
		before,
	);
	await expect(edited).rejects.toThrow("was changed by another program in the meantime");
	expect(filesIn(data)).toEqual(meddled);
});

const REMOVED = '{"slug":"b","removed":"2026-11-21"}';

test("a removal is dated today by default, and its file keeps its permissions", async () => {
	const cwd = twoClips();
	const file = join(cwd, "data/a.ndjson");
	chmodSync(file, 0o600);
	const { code, stdout, stderr } = await call("remove", ["boom"], { cwd });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(stdout).toMatch(/^Removed on 2\d{3}-\d\d-\d\d\./);
});

describe("the fields come last, in the style of the record:", () => {
	test.each([
		['{"a":1,"b":2}', '{"a":1,"b":2,"duration":1.5,"gain":-3}'],
		[
			'{\r\n\t"a": 1,\r\n\t"b": "}"\r\n}',
			'{\r\n\t"a": 1,\r\n\t"b": "}",\r\n\t"duration": 1.5,\r\n\t"gain": -3\r\n}',
		],
		['{"duration":9,"a":1,"gain":9.0}', '{"duration":1.5,"a":1,"gain":-3}'],
		['{"a":1,"gain":2,"b":"é🎉"}', '{"a":1,"gain":-3,"b":"é🎉","duration":1.5}'],
	])("%j", (before, after) => {
		expect(withMeasures(before, { duration: 1.5, gain: -3 })).toBe(after);
	});

	test("a sound that has become silent loses its gain", () => {
		const before = '{"a":1,"duration":9,"gain":2}';
		expect(withMeasures(before, { duration: 1.5 })).toBe('{"a":1,"duration":1.5}');
	});

	test("whatever the record holds", () => {
		const fields = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double({ noNaN: true })), {
			minKeys: 2,
		});
		fc.assert(
			fc.property(fields, fc.constantFrom(undefined, 1, "\t"), (record, indent) => {
				const measured = { ...record, duration: 1.5, gain: -3 };
				const text = JSON.stringify(record, null, indent);
				expect(withMeasures(text, { duration: 1.5, gain: -3 })).toBe(
					JSON.stringify(measured, null, indent),
				);
			}),
		);
	});
});
