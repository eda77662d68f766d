/** Text from a catalogue cannot manipulate the terminal that shows it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { clip, type Files, ndjson, problemLines } from "../fixtures/data-folder.ts";

/** Characters that move the cursor, are invisible, or reverse the line. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Red, a bidirectional override, and a C1 control. */
const EVIL = "\x1b[31m\u202e\x9b";

describe("shown", () => {
	test.for([
		[null, "null"],
		[undefined, "undefined"],
		["\x1b[31m\u202eevil\u2028", '"\\u001b[31m\\u{202e}evil\\u{2028}"'],
		["x".repeat(78), `"${"x".repeat(78)}"`],
		["x".repeat(79), `"${"x".repeat(79)}… (79 characters)`],
		[`${"x".repeat(78)}😀`, `"${"x".repeat(78)}… (80 characters)`],
	] as const)("%j is %s", ([value, text]) => {
		expect(shown(value)).toBe(text);
	});

	test("is short, well-formed and safe for any value", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()), (value) => {
				expect(shown(value)).not.toMatch(TRICKS);
				expect(shown(value).isWellFormed()).toBe(true);
				expect(shown(value).length).toBeLessThan(120);
			}),
		);
	});
});

test.for<readonly [string, Files]>([
	["a value", { "a.ndjson": ndjson(clip({ color: EVIL })) }],
	["the name of a field", { "a.ndjson": ndjson(clip({ [EVIL]: 1 })) }],
	["a line that is not JSON", { "a.ndjson": `{"name":${EVIL}}` }],
	["the name of a file", { [`${EVIL}.ndjson`]: ndjson(clip({ color: "x" })) }],
])("a problem line is safe even with unprintable characters in %s", async ([, files]) => {
	const lines = await problemLines(files);
	expect(lines).toHaveLength(1);
	expect(lines[0]).not.toMatch(TRICKS);
});
