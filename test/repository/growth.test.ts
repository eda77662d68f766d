/** The work on untrusted text grows no faster than the length of the text, whatever it contains. */
import { describe, expect, test } from "vitest";
import { growthsFrom, MOST_GROWTH } from "../fixtures/growths.ts";

type Growths = readonly (readonly [reader: string, of: { unit: string; growth: number }[]])[];
const { readers, quadratic } = growthsFrom<Record<"readers" | "quadratic", Growths>>(
	new URL("growth.ts", import.meta.url),
);

describe("work grows no faster than the text", () => {
	test.each(readers)("%s", (_, growths) => {
		expect(growths.filter(({ growth }) => !(growth < MOST_GROWTH))).toEqual([]);
	});

	test.each(quadratic)("%s is detected", (_, [found]) => {
		expect(found?.growth).toBeGreaterThan(MOST_GROWTH);
	});
});
