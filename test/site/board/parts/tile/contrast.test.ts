/** Icons on a button are readable on every colour. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast } from "../../../../../scripts/site/accent.ts";
import { inkOn } from "../../../../../scripts/site/board/parts/tile/contrast.ts";

/** From the recommendation: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
test.each([
	["000000", "ffffff", 21],
	["777777", "FFFFFF", 4.48],
	["ff0000", "ffffff", 4],
	["abcdef", "abcdef", 1],
])("the contrast of #%s on #%s is %d", (a, b, ratio) => {
	expect(contrast(a, b)).toBeCloseTo(ratio, 2);
	expect(contrast(b, a)).toBe(contrast(a, b));
});

test("every colour gets an ink with enough contrast for text", () => {
	const byte = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(byte, byte, byte, (...rgb) => {
			const hex = rgb.map((value) => value.toString(16).padStart(2, "0")).join("");
			// https://www.w3.org/TR/WCAG22/#contrast-minimum
			expect(contrast(hex, inkOn(hex))).toBeGreaterThan(4.5);
		}),
	);
});
