/** Measuring adds two fields to records, and changes not one other byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureCatalogue } from "../../scripts/authoring/measuring.ts";
import { withMeasures } from "../../scripts/authoring/record-text.ts";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";

const BONK = readFileSync("data/media/sounds/bonk.mp3");
const SOUNDS = { "media/sounds/boom.mp3": BONK };
const MEASURES = ',"duration":0.216,"gain":';

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

	test("a sound that has become silent has no gain any more", () => {
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

test("what is measured is left, unless all is to be measured again", async () => {
	const silent = clip({ slug: "silent", sound: "silent.mp3" });
	const files = { ...SOUNDS, "media/sounds/silent.mp3": MP3 };
	const data = folderWith({ "a.ndjson": ndjson(clip(), silent), ...files });
	const text = (): string => readFileSync(join(data, "a.ndjson"), "utf8");
	expect(await measureCatalogue(data)).toEqual({ changed: 2, elsewhere: 0, problems: [] });
	const measured = text();
	expect(measured).toContain(MEASURES);
	expect(measured.split("\n")[1]).toMatch(/,"duration":0\.\d+\}$/);
	expect(await measureCatalogue(data)).toMatchObject({ changed: 0 });
	expect(await measureCatalogue(data, { all: true })).toMatchObject({ changed: 0 });
	writeFileSync(join(data, "a.ndjson"), measured.replace("0.216", "7"));
	expect(await measureCatalogue(data)).toMatchObject({ changed: 0 });
	expect(await measureCatalogue(data, { all: true })).toMatchObject({ changed: 1 });
	expect(text()).toBe(measured);
});
