/** Everything that can be wrong with a record is refused with a message that says how to fix it. */
import { describe, expect, test } from "vitest";
import { clip, ndjson, problemLines } from "../fixtures/data-folder.ts";

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
	["a slug that is null", clip({ slug: null }), ` slug null: must be a string`],
	["a sound that is an object", clip({ sound: { a: 1 } }), ` sound {"a":1}: must be a string`],
	["a color that is a boolean", clip({ color: true }), ` color true: must be a string`],
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
	["two unknown fields", clip({ id: 1, Name: "x" }), ` id: ${FIELDS}`, ` Name: ${FIELDS}`],
	["fields that objects inherit", clip({ constructor: 1 }), ` constructor: ${FIELDS}`],
	["a blank name", clip({ name: " \t\r\n" }), ` name " \\t\\r\\n": ${BLANK}`],
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
	["a name of an accent alone", clip({ name: "\u0301" }), ` name "\u0301": ${BLANK}`],
	[
		"a name of notes without a look",
		clip({ name: "\u{1d159}\ufff9" }),
		` name "\u{1d159}\\u{fff9}": ${BLANK}`,
	],
	["an empty name", clip({ name: "" }), ` name "": ${BLANK}`],
	["a color of five digits", clip({ color: "FF880" }), ` color "FF880": ${COLOR}`],
	["a color with a hash", clip({ color: "#FF8800" }), ` color "#FF8800": ${COLOR}`],
	["a color that is not hexadecimal", clip({ color: "GG8800" }), ` color "GG8800": ${COLOR}`],
	["a color with a line end", clip({ color: "FF8800\n" }), ` color "FF8800\\n": ${COLOR}`],
	["a color by name", clip({ color: "orange" }), ` color "orange": ${COLOR}`],
	["a negative length", clip({ duration: -1 }), ` duration -1: ${DURATION}`],
	["no length", clip({ duration: 0 }), ` duration 0: ${DURATION}`],
	["a length of more than a day", clip({ duration: 86_401 }), ` duration 86401: ${DURATION}`],
	["a length in words", clip({ duration: "2 s" }), ` duration "2 s": ${DURATION}`],
	["a length that is null", clip({ duration: null }), ` duration null: ${DURATION}`],
	["too much gain", clip({ gain: 60.5 }), ` gain 60.5: ${GAIN}`],
	["too little gain", clip({ gain: -61 }), ` gain -61: ${GAIN}`],
	["a gain with its unit", clip({ gain: "-3 dB" }), ` gain "-3 dB": ${GAIN}`],
	["an empty slug", clip({ slug: "" }), ` slug "": ${SLUG}`],
	["a slug with capitals", clip({ slug: "Boom" }), ` slug "Boom": ${SLUG}`],
	["a slug with a space", clip({ slug: "a b" }), ` slug "a b": ${SLUG}`],
	["a slug with a slash", clip({ slug: "a/b" }), ` slug "a/b": ${SLUG}`],
	["a slug with an accent", clip({ slug: "café" }), ` slug "café": ${SLUG}`],
	["a slug with a line end", clip({ slug: "boom\n" }), ` slug "boom\\n": ${SLUG}`],
	["NUL in a name", clip({ name: "a\0b" }), ` name "a\\u0000b": ${CONTROL}`],
	[
		"ESC in a description",
		clip({ description: "\x1b[1m" }),
		` description "\\u001b[1m": ${CONTROL}`,
	],
	["DEL in tags", clip({ tags: "\x7f" }), ` tags "\\u{7f}": ${CONTROL}`],
	["a C1 control in a name", clip({ name: "\x9bm" }), ` name "\\u{9b}m": ${CONTROL}`],
	["a lone high surrogate", clip({ name: "a\ud83d" }), ` name "a\\ud83d": ${SURROGATE}`],
	["a lone low surrogate", clip({ tags: "\ude00b" }), ` tags "\\ude00b": ${SURROGATE}`],
	[
		"text that is wrong twice",
		clip({ description: "\ud83d\0" }),
		` description "\\ud83d\\u0000": ${SURROGATE}`,
		` description "\\ud83d\\u0000": ${CONTROL}`,
	],
	["a day of removal that is none", removed("2026-02-30"), ` removed "2026-02-30": ${DAY}`],
	["a day of removal in words", removed("today"), ` removed "today": ${DAY}`],
	["a time of removal", removed("2026-11-21T10:00Z"), ` removed "2026-11-21T10:00Z": ${DAY}`],
	["a removal that is a boolean", removed(true), ` removed true: ${DAY}`],
	["a reason that is a number", removed(TODAY, { reason: 5 }), " reason 5: must be a string"],
	[
		"a control character in a reason",
		removed(TODAY, { reason: "\0" }),
		` reason "\\u0000": ${CONTROL}`,
	],
	["a name and a removal", removed(TODAY, { name: "Boom" }), ` name: ${REMOVED_FIELDS}`],
	[
		"a removal without a slug",
		{ removed: TODAY },
		" slug: is missing; the record of a removed clip needs it",
	],
	["null", null, ` null: ${OBJECT}`],
	["a number", 17, ` 17: ${OBJECT}`],
	["a string", "boom", ` "boom": ${OBJECT}`],
	[
		"an answer of the API that was saved as a file",
		{ count: 1, next: null, previous: null, results: [] },
		' {"count":1,"next":null,"previous":null,"results":[]}: is a page of an API; add its clips with npm run import -- URL',
	],
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

	test("a slug that a removal uses too, with what to do in each case", async () => {
		const files = {
			"a.ndjson": ndjson(removed(TODAY), clip(), clip({ slug: "b" })),
			"b.json": JSON.stringify([{ slug: "b", removed: TODAY }]),
			"c.ndjson": ndjson(removed(TODAY)),
		};
		expect(await problemLines(files)).toEqual([
			'a.ndjson:2 slug "boom": belongs to a removed clip and may not be reused; change it (see also a.ndjson:1)',
			'b.json:1 slug "b": still has a record as a clip; put this record in the place of that one (see also a.ndjson:3)',
			'c.ndjson:1 slug "boom": is removed twice; delete one of the records (see also a.ndjson:1)',
		]);
	});

	test("the key __proto__", async () => {
		const record = JSON.stringify(clip()).replace("{", '{"__proto__":{"a":1},');
		expect(await problemLines({ "clips.ndjson": record })).toEqual([
			`clips.ndjson:1 __proto__: ${FIELDS}`,
		]);
	});

	test.for(["clips.ndjson", "clips.json"])("a value nested 100,000 deep, in %s", async (name) => {
		const deep = "[".repeat(100_000) + "]".repeat(100_000);
		const record = JSON.stringify(clip()).replace('"Boom"', deep);
		expect(await problemLines({ [name]: record })).toEqual([
			expect.stringMatching(/ name .*must be a string$/),
		]);
	});
});
