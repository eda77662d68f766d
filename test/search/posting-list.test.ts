/** Posting lists lose nothing, and malformed ones are refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { classOf, clipCount, nameClass, queryClass } from "../../scripts/search/posting-list.ts";

test("a class keeps all frequencies and lengths, even for names with hundreds of words", () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 5000 }),
			fc.integer({ min: 1, max: 65_535 }),
			fc.nat(),
			fc.nat(),
			(frequency, length, less, fewer) => {
				const queryFrequency = frequency - (less % (frequency + 1));
				const queryLength = length - (fewer % length);
				const own = { frequency, length, queryFrequency, queryLength };
				const before = queryClass(frequency - queryFrequency, length - queryLength);
				const group = [nameClass(frequency, length), 1, 0];
				expect(classOf(before < 0 ? [before, ...group] : group, 0)).toEqual(own);
			},
		),
	);
});

test.each([[[1]], [[1, 0]], [[1, 2, 5]], [[1, 1, 0, 1]], [[1, -1, 1]], [[1, -2, 1]], [[-1, 1, 1]]])(
	"%j is refused as a posting list",
	(list) => {
		expect(() => clipCount(list)).toThrow("does not end within its list");
	},
);
