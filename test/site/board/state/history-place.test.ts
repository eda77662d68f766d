/** Back and reload restore what was in view, and only as many pages as load quickly. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { placeIn, restoredSpan } from "../../../../scripts/site/board/state/history-place.ts";

test("history entries of another version of the page are ignored", () => {
	const place = { first: 2, last: 5, page: 3, clip: "boom", top: -7.5 };
	expect(placeIn(place)).toEqual(place);
	expect(placeIn(null)).toBeUndefined();
	expect(placeIn({ first: 1, last: 4, scroll: 100 })).toBeUndefined();
	expect(placeIn({ ...place, page: 6 })).toBeUndefined();
	expect(placeIn({ ...place, first: 0 })).toBeUndefined();
});

test.each([
	[1, 60, 60, 1, 60],
	[1, 200, 1, 1, 60],
	[1, 200, 100, 70, 129],
	[1, 200, 199, 141, 200],
	[90, 100, 95, 90, 100],
])("of pages %i to %i with %i in view, %i to %i are restored", (first, last, page, from, to) => {
	const span = restoredSpan({ first, last, page, clip: "boom", top: 0 });
	expect(span).toEqual({ first: from, last: to });
});

test("the page in view is always restored, and never a page that was not on the board", () => {
	const page = fc.integer({ min: 1, max: 100_000 });
	fc.assert(
		fc.property(fc.tuple(page, page, page), (pages) => {
			const [first, page, last] = pages.sort((a, b) => a - b) as [number, number, number];
			const span = restoredSpan({ first, last, page, clip: undefined, top: 0 });
			expect(span.first).toBeGreaterThanOrEqual(first);
			expect(span.first).toBeLessThanOrEqual(page);
			expect(span.last).toBeGreaterThanOrEqual(page);
			expect(span.last).toBeLessThanOrEqual(last);
			expect(span.last - span.first).toBeLessThan(60);
		}),
	);
});
