/** So that what is drawn on a button can be read on every colour that a catalogue may hold. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, inkOn, luminance } from "../../../scripts/site/soundboard/contrast.ts";

/** From the recommendation: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
test.each([
	["000000", "ffffff", 21],
	["777777", "FFFFFF", 4.48],
	["ff0000", "ffffff", 4],
	["abcdef", "abcdef", 1],
])("#%s on #%s", (a, b, ratio) => {
	expect(contrast(a, b)).toBeCloseTo(ratio, 2);
	expect(contrast(b, a)).toBe(contrast(a, b));
});

test("black and white are the ends of luminance", () => {
	expect([luminance("000000"), luminance("FFFFFF")]).toEqual([0, expect.closeTo(1, 10)]);
});

test("any colour gets an ink that text may have", () => {
	const byte = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(byte, byte, byte, (...rgb) => {
			const hex = rgb.map((value) => value.toString(16).padStart(2, "0")).join("");
			// 4.5 is what the recommendation asks of text.
			expect(contrast(hex, inkOn(hex))).toBeGreaterThan(4.5);
		}),
	);
});
