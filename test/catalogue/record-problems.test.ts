/** Everything that can be wrong with a record is refused with a message that says how to fix it. */
import { describe, expect, test } from "vitest";
import {
	clip,
	folderWith,
	linesOf,
	ndjson,
	problemLines,
	readRecords,
} from "../fixtures/data-folder.ts";

const SLUG = "may contain only lower-case letters a-z, digits, hyphens and underscores";
const COLOR = 'must be six hexadecimal digits without "#", such as "FF8800"';
const FIELDS =
	"unknown field; the fields are name, slug, sound, color, image, description, tags, duration, gain";
const DURATION =
	"must be a number of seconds above 0 and not above 86400, such as 2.345; correct it, or take it out and measure the sound";
const GAIN =
	"must be a number of dB from -60 to 60, such as -4.56; correct it, or take it out and measure the sound";
const MISSING = "is missing; every instant needs it";
const BLANK = "must not be blank or invisible, because people see and search it";
const CONTROL = "contains a control character; remove it (only tab, CR and LF are allowed)";
const SURROGATE = "contains half of a surrogate pair, usually a broken emoji; repair or remove it";
const OBJECT = "must be a JSON object with the fields of an instant";

const DAY = 'must be the day of the removal, such as "2026-11-21"';
const REMOVED_FIELDS =
	"does not belong in the record of a removed clip; keep only slug, removed, reason and sha256";
const TODAY = "2026-11-21";

function removed(day: unknown, others: Record<string, unknown> = {}): unknown {
	return { slug: "boom", removed: day, ...others };
}

const LIMITS = {
	name: 1000,
	slug: 200,
	sound: 2000,
	image: 2000,
	description: 10_000,
	tags: 1000,
	reason: 1000,
};

/** A row for a value of one character more than is allowed. */
const TOO_LONG = Object.entries(LIMITS).map(([field, most]): (typeof ROWS)[number] => {
	const value = { [field]: "a".repeat(most + 1) };
	const said = `has ${most + 1} characters, and at most ${most} are allowed; shorten it`;
	return [
		`a value that is too long: ${field}`,
		field === "reason" ? removed(TODAY, value) : clip(value),
		` ${field} "${"a".repeat(79)}… (${most + 1} characters): ${said}`,
	];
});

/** A record, and its messages after `clips.ndjson:1`. */
const ROWS: readonly (readonly [title: string, record: unknown, ...said: string[]])[] = [
	["a name that is a number", clip({ name: 5 }), ` name 5: must be a string`],
	[
		"a description that is null",
		clip({ description: null }),
		` description null: must be a string; leave it out`,
	],
	[
		"tags that are an array",
		clip({ tags: ["a", "b"] }),
		` tags ["a","b"]: must be a string; write "a, b"`,
	],
	[
		"no fields",
		{},
		` name: ${MISSING}`,
		` slug: ${MISSING}`,
		` sound: ${MISSING}`,
		` color: ${MISSING}`,
	],
	["an unknown field", clip({ colour: "FF8800" }), ` colour: ${FIELDS}`],
	["fields that objects inherit", clip({ constructor: 1 }), ` constructor: ${FIELDS}`],
	[
		"a name of invisible characters",
		clip({ name: "\u200b \u00ad\u2060\u3164\u{e0041}\u2800" }),
		` name "\\u{200b} \\u{ad}\\u{2060}\u3164\\u{e0041}\u2800": ${BLANK}`,
	],
	[
		"a name with letters in reverse",
		clip({ name: "Boom \u202e3pm.exe" }),
		` name "Boom \\u{202e}3pm.exe": contains an invisible character that changes the order of letters; remove it`,
	],
	["an empty name", clip({ name: "" }), ` name "": ${BLANK}`],
	["a color with a hash", clip({ color: "#FF8800" }), ` color "#FF8800": ${COLOR}`],
	["a negative length", clip({ duration: -1 }), ` duration -1: ${DURATION}`],
	["a length in words", clip({ duration: "2 s" }), ` duration "2 s": ${DURATION}`],
	["too much gain", clip({ gain: 60.5 }), ` gain 60.5: ${GAIN}`],
	["a slug with capitals", clip({ slug: "Boom" }), ` slug "Boom": ${SLUG}`],
	["NUL in a name", clip({ name: "a\0b" }), ` name "a\\u0000b": ${CONTROL}`],
	["a C1 control in a name", clip({ name: "\x9bm" }), ` name "\\u{9b}m": ${CONTROL}`],
	["a lone high surrogate", clip({ name: "a\ud83d" }), ` name "a\\ud83d": ${SURROGATE}`],
	["a day of removal that is none", removed("2026-02-30"), ` removed "2026-02-30": ${DAY}`],
	["a name and a removal", removed(TODAY, { name: "Boom" }), ` name: ${REMOVED_FIELDS}`],
	[
		"a removal without a slug",
		{ removed: TODAY },
		" slug: is missing; the record of a removed clip needs it",
	],
	["null", null, ` null: ${OBJECT}`],
	["an array", [1, 2], ` [1,2]: ${OBJECT}`],
	[
		"several faults at once",
		clip({ name: 1, slug: "B", color: "x", mp3: "a" }),
		" name 1: must be a string",
		` slug "B": ${SLUG}`,
		` color "x": ${COLOR}`,
		` mp3: ${FIELDS}`,
	],
];

describe("a record is refused with", () => {
	test.for([...ROWS, ...TOO_LONG])("%s", async ([, record, ...said]) => {
		expect(await problemLines({ "clips.ndjson": ndjson(record) })).toEqual(
			said.map((text) => `clips.ndjson:1${text}`),
		);
	});

	test("nothing, if every value is as long as allowed", async () => {
		const { reason, ...limits } = LIMITS;
		const longest = Object.entries(limits).map(([field, most]) => [field, "a".repeat(most)]);
		const gone = removed(TODAY, { reason: "é".repeat(reason) });
		const lines = ndjson(clip(Object.fromEntries(longest)), gone);
		expect(await problemLines({ "clips.ndjson": lines })).toEqual([]);
	});

	test("a slug that a removal uses too, wherever that is", async () => {
		const files = {
			"a.ndjson": ndjson(removed(TODAY), clip(), clip({ slug: "b" })),
			"b.json": JSON.stringify([{ slug: "b", removed: TODAY }]),
		};
		const fault =
			"belongs to a removed clip and may not be reused; change it, or keep one of the records";
		expect(await problemLines(files)).toEqual([
			`a.ndjson:2 slug "boom": ${fault} (see also a.ndjson:1)`,
			`b.json:1 slug "b": ${fault} (see also a.ndjson:3)`,
		]);
	});
});

test("a slug that is a device on Windows is published, with a warning", async () => {
	const slugs = ["con", "nul", "aux", "com1", "console", "nul-2"];
	const records = [removed(TODAY, { slug: "prn" }), ...slugs.map((slug) => clip({ slug }))];
	const folder = folderWith({ "a.ndjson": ndjson(...records) });
	const { warnings } = await readRecords(folder, "remote");
	expect(linesOf(warnings, folder)).toEqual(
		["con", "nul", "aux", "com1"].map(
			(slug, i) =>
				`a.ndjson:${i + 2} slug "${slug}": is the name of a device on Windows, which cannot have the page of the clip, and mirrors leave it out; choose another slug if the clip is new`,
		),
	);
});
