/** An address shows the same view to everyone; Back and reload restore what was in view, and only as many pages as load quickly. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	clipUrl,
	HOME,
	parseView,
	placeIn,
	restoredSpan,
	viewUrl,
} from "../../../../scripts/site/board/state/view.ts";

const ROOT = "https://h.test/repo/";
const view = (query: string) => parseView(ROOT, new URL(query, ROOT));

test.each([
	["", HOME],
	["?name=boom&page=3", { ...HOME, name: "boom", page: 3 }],
	["?name=Drum+Roll#drum_roll", { ...HOME, name: "Drum Roll", clip: "drum_roll" }],
	["?favourites", { ...HOME, favourites: true }],
	["?tag=&tag=drum&tag=very+loud", { ...HOME, tags: ["drum", "very loud"] }],
	["?page=0", HOME],
	["?page=1.5", HOME],
	["?page=99999999999999999999", HOME],
	["?page=abc#<script>", HOME],
	["#Not-A-Slug", HOME],
	["clips/boom/", { ...HOME, clip: "boom", isClipPage: true }],
	["clips/boom/index.html", { ...HOME, clip: "boom", isClipPage: true }],
	["clips/boom/?name=x&page=3&favourites#bang", { ...HOME, clip: "boom", isClipPage: true }],
	["%63lips/%62oom/", { ...HOME, clip: "boom", isClipPage: true }],
])("the address '%s' is read", (query, expected) => {
	expect(view(query)).toEqual(expected);
});

test("a site in a folder that is called like those of clips has a front page", () => {
	const root = "https://h.test/clips/repo/";
	expect(parseView(root, new URL(root))).toEqual(HOME);
});

describe("addresses", () => {
	test("leave out defaults", () => {
		expect(viewUrl(ROOT, HOME)).toBe(ROOT);
		expect(viewUrl(ROOT, { ...HOME, favourites: true, page: 2 })).toBe(`${ROOT}?favourites&page=2`);
	});

	test("lead back to the view they were made from", () => {
		const any = fc.record({
			name: fc.string({ unit: "grapheme" }),
			page: fc.integer({ min: 1, max: 1e9 }),
			favourites: fc.boolean(),
			tags: fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
			clip: fc.option(fc.stringMatching(/^[a-z0-9_-]+$/), { nil: undefined }),
			isClipPage: fc.constant(false),
		});
		fc.assert(
			fc.property(any, (shown) => {
				expect(parseView(ROOT, new URL(viewUrl(ROOT, shown)))).toEqual(shown);
			}),
		);
	});
});

test.each([
	[true, "https://h.test/repo/clips/drum_roll/"],
	[false, "https://h.test/repo/#drum_roll"],
])("where it is %s that there are clip pages, the link to a clip is %s", (hasPage, link) => {
	expect(clipUrl(ROOT, "drum_roll", hasPage)).toBe(link);
	expect(parseView(ROOT, new URL(link))).toMatchObject({ clip: "drum_roll", isClipPage: hasPage });
});

test("history entries of another version of the page are ignored", () => {
	const place = { first: 2, last: 5, page: 3, clip: "boom", top: -7.5 };
	expect(placeIn(place)).toEqual(place);
	expect(placeIn(null)).toBeUndefined();
	expect(placeIn({ first: 1, last: 4 })).toBeUndefined();
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
