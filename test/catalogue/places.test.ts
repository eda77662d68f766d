/** All problems of a catalogue are found in one run, each with the place where its author will look. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatedKeys } from "../../scripts/catalogue/json-lines.ts";
import { checkRecord } from "../../scripts/catalogue/record-schema.ts";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";
import {
	clip,
	folderWith,
	ndjson,
	problemLines,
	readRecords,
	slugsOf,
} from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";

const COLOR = 'must be six hexadecimal digits without "#", such as "FF8800"';
const TWICE = "is used twice; change one, since slugs must be unique";
const FIELDS =
	"unknown field; the fields are name, slug, sound, color, image, description, tags, duration, gain";

function pretty(...records: unknown[]): string {
	return JSON.stringify(records, null, "\t");
}

describe("in a JSON file, the reported line is that of", () => {
	const file = pretty(
		clip(),
		clip({ slug: "two", color: "x" }),
		17,
		{ name: "Three", slug: "three", sound: "3.mp3" },
		clip({ slug: "four", extra: 1 }),
	);
	test("the field, or of the record if the field is missing", async () => {
		// The first record starts in line 2. Each has a line per field and two for its braces.
		expect(await problemLines({ "a.json": file })).toEqual([
			`a.json:12 color "x": ${COLOR}`,
			"a.json:14 17: must be a JSON object with the fields of an instant",
			"a.json:15 color: is missing; every instant needs it",
			`a.json:25 extra: ${FIELDS}`,
		]);
	});
});

describe("a key that is written twice is reported with its line", () => {
	const again = (at: string, key: string) =>
		`${at} ${key}: is written twice in one record; keep the one that is meant`;
	const one = JSON.stringify(clip());
	const twice = one.replace("{", '{"slug":"old","color" :"x",');
	test.for<readonly [string, string, ...string[]]>([
		["in a line", `${one}\n${twice}\n`, again("2", "slug"), again("2", "color")],
		["in an array", `[\n${one},\n${twice}]`, again("3", "slug"), again("3", "color")],
		["in a file of one record", one.replace("}", ',\n"tags":"",\n"tags":""}'), again("3", "tags")],
		["in a different spelling", one.replace("{", '{"n\\u0061me":"",'), again("1", "name")],
		["in another object", `{"name":{"a":1,\n"a":{}}}`, again("2", "a")],
	])("%s", async ([title, text, ...said]) => {
		const name = title === "in a line" ? "a.ndjson" : "a.json";
		const lines = await problemLines({ [name]: text });
		expect(lines.filter((line) => line.includes("twice in one"))).toEqual(
			said.map((line) => `${name}:${line}`),
		);
	});

	test("beside what is wrong with the value that JSON readers keep, which is the last", async () => {
		const wrong = JSON.stringify(clip(), null, 2).replace("\n}", ',\n  "color": "x"\n}');
		expect(await problemLines({ "a.json": wrong })).toEqual([
			`a.json:6 color "x": ${COLOR}`,
			again("a.json:6", "color"),
		]);
	});

	test("and no other, whatever keys and values look like", () => {
		const text = fc.constantFrom("a", '"', '":', '{"a":1,"a":2}', " : ", "\\", "__proto__");
		const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text));
		const entries = fc.array(fc.tuple(text, fc.constantFrom("", " ", "\n"), value));
		const json = (list: readonly (readonly [string, string, unknown])[]): string =>
			`{${list.map(([key, space, value]) => `${JSON.stringify(key)}${space}:${JSON.stringify(value)}`)}}`;
		fc.assert(
			fc.property(fc.array(entries), (records) => {
				const file = `[${records.map(json)}]`;
				const keys = records.map((record) => record.map(([key]) => key));
				const repeated = keys.flatMap((list) => list.filter((key, i) => list.indexOf(key) < i));
				const found = repeatedKeys(file, JSON.parse(file), { file: "a.json" });
				expect(found.map(({ field }) => field)).toEqual(repeated);
			}),
		);
	});
});

describe("a slug that is used twice is reported with both places", () => {
	test("in NDJSON and a pretty-printed array", async () => {
		const files = {
			"a.ndjson": `\n${ndjson(clip())}`,
			"b.json": pretty(clip({ slug: "two" }), clip()),
			"sub/c.ndjson": ndjson(clip({ slug: "two" }), clip()),
		};
		expect(await problemLines(files)).toEqual([
			`b.json:10 slug "boom": ${TWICE} (see also a.ndjson:2)`,
			`sub/c.ndjson:1 slug "two": ${TWICE} (see also b.json:4)`,
			`sub/c.ndjson:2 slug "boom": ${TWICE} (see also a.ndjson:2)`,
		]);
	});

	test("even if one of the records has another problem", async () => {
		const lines = ndjson(clip(), clip({ color: "x" }));
		expect(await problemLines({ "a.ndjson": lines })).toEqual([
			`a.ndjson:2 color "x": ${COLOR}`,
			`a.ndjson:2 slug "boom": ${TWICE} (see also a.ndjson:1)`,
		]);
	});
});

test("all problems of all files are reported in one run, in reading order", async () => {
	const gone = clip({ slug: "a", sound: "gone.mp3" });
	const folder = folderWith({
		"z.ndjson": `${ndjson(clip({ color: "z1" }))}{\n${ndjson({ ...gone, slug: "z" })}`,
		"a/b.json": "",
		"a.json": pretty(gone, clip({ slug: "b", color: "a2" }), gone),
		"media/sounds/boom.mp3": MP3,
	});
	const lines = await problemLines(folder, "local");
	expect(lines.map((line) => line.split(/:? /)[0])).toEqual([
		"a.json:5", // no such sound
		"a.json:12", // the color
		"a.json:16", // the slug again
		"a.json:17", // no such sound
		"a/b.json", // empty
		"z.ndjson:1", // the color
		"z.ndjson:2", // not JSON
		"z.ndjson:3", // no such sound
	]);
});

test("catalogue order is the order of paths, then the order in each file", async () => {
	const folder = folderWith({
		"b.ndjson": ndjson(clip({ slug: "b2" }), clip({ slug: "b1" })),
		"a/z.json": pretty(clip({ slug: "az" })),
		"a.jsonl": ndjson(clip({ slug: "a" })),
		"B.JSON": JSON.stringify(clip({ slug: "capital" })),
		"é.json": JSON.stringify(clip({ slug: "accent" })),
		"10.json": JSON.stringify(clip({ slug: "ten" })),
		"9.json": JSON.stringify(clip({ slug: "nine" })),
	});
	const catalogue = await readRecords(folder, "remote");
	expect(slugsOf(catalogue)).toEqual(["ten", "nine", "capital", "a", "az", "b2", "b1", "accent"]);
});

test("text is kept exactly, however media are written", async () => {
	const description = 'one\r\ntwo "quoted"\tthree \\ <b>é</b> \u2028 \ud83d\ude00 e\u0301 ';
	const records = [
		clip({ slug: "a", description, sound: "x y.mp3", name: "  Boom  ", color: "aBcDeF" }),
		clip({ slug: "b", tags: description, sound: "/media/sounds/x y.mp3" }),
		clip({ slug: "c", sound: "https://h.test/media/sounds/x%20y.mp3" }),
	];
	const folder = folderWith({ "a.ndjson": ndjson(...records).replaceAll("\n", "\r\n") });
	const read = await readRecords(folder, "remote");
	const blank = { image: null, description: "", tags: "" };
	expect(read.records).toEqual([
		{ ...records[0], ...blank, description, sound: { path: "x y.mp3" } },
		{ ...records[1], ...blank, tags: description, sound: { path: "x y.mp3" } },
		{ ...records[2], ...blank, sound: { path: "x y.mp3", url: records[2]?.sound } },
	]);
});

test("a clip has its fields in the order of the contract, whatever the order of its record", () => {
	const record = clip({ image: "a.png", description: "", tags: "", duration: 1, gain: -1 });
	fc.assert(
		fc.property(fc.shuffledSubarray(Object.entries(record), { minLength: 9 }), (entries) => {
			const { data = {} } = checkRecord(Object.fromEntries(entries));
			expect(Object.keys(data)).toEqual(INSTANT_FIELDS);
		}),
	);
});
