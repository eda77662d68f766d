/** The short cut of the check of records never decides otherwise than the schema. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRecord } from "../../scripts/catalogue/record-check.ts";
import { instantSchema } from "../../scripts/catalogue/record-schema.ts";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";

const VALID = {
	name: "Boom",
	slug: "boom-1",
	sound: "boom.mp3",
	color: "FF8800",
	image: "a/b.png",
	description: "one\r\ntwo",
	tags: "x, y",
	duration: 2.345,
	gain: -4.56,
};

const text = fc.oneof(
	fc.string(),
	fc.string({ unit: "binary" }),
	fc.constantFrom("", " ", "\u2800", "\ud800", "\u0000", "é\u{1f389}"),
	fc.constantFrom(200, 201, 1000, 1001, 2000, 2001, 10_000, 10_001).map((n) => "a".repeat(n)),
);
const path = fc.constantFrom(
	"boom.mp3",
	"/media/sounds/boom.mp3",
	"media/instants_images/a.png",
	"https://h.test/media/sounds/a%20b.mp3",
	"..",
	".hidden",
	"a//b",
	"a\\b",
	"a\n",
	"c:d.mp3",
);
/** Not as JSON writes them: it can say numbers that are infinite. */
const number = fc.constantFrom(0, -0, 1, -1, 60, -60, 60.01, -60.01, 86_400, 86_400.1, 5e-324);
const anything = fc.oneof(text, path, number, fc.constant(null), fc.jsonValue());
/** A valid record with some fields taken out, changed or added. */
const nearlyValid = fc
	.tuple(
		fc.subarray(Object.keys(VALID) as (keyof typeof VALID)[], { minLength: 4 }),
		fc.dictionary(
			fc.constantFrom(...Object.keys(VALID), "nmae", "__proto__", "constructor"),
			anything,
			{ maxKeys: 2 },
		),
	)
	// As JSON.parse makes them, also of a field called __proto__.
	.map(([kept, other]) => {
		const fields = [...kept.map((field) => [field, VALID[field]]), ...Object.entries(other)];
		const pairs = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
		return JSON.parse(`{${pairs.join(",")}}`) as unknown;
	});

test("it accepts and refuses the same, for the same reasons", () => {
	fc.assert(
		fc.property(fc.oneof(nearlyValid, fc.jsonValue()), (record) => {
			const { data, error } = instantSchema.safeParse(record);
			const checked = checkRecord(record);
			expect(checked.data).toEqual(data);
			expect(checked.error?.issues).toEqual(error?.issues);
		}),
		{ numRuns: 3000 },
	);
});

test("a valid clip has its fields in the order of the contract, whatever the order of its record", () => {
	const keys = Object.keys(VALID) as (keyof typeof VALID)[];
	fc.assert(
		fc.property(fc.shuffledSubarray(keys, { minLength: keys.length }), (order) => {
			const record = Object.fromEntries(order.map((field) => [field, VALID[field]]));
			expect(Object.keys(checkRecord(record).data ?? {})).toEqual(INSTANT_FIELDS);
			expect(Object.keys(instantSchema.parse(record))).toEqual(INSTANT_FIELDS);
		}),
	);
});
