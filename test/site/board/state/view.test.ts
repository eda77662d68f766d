/** An address shows the same view to whoever opens it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOME, parseView, viewUrl } from "../../../../scripts/site/board/state/view.ts";

const ROOT = "https://h.test/repo/";
const view = (query: string) => parseView(ROOT, new URL(query, ROOT));

test.each([
	["", HOME],
	["?name=boom&page=3", { ...HOME, name: "boom", page: 3 }],
	["?name=Drum+Roll#drum_roll", { ...HOME, name: "Drum Roll", clip: "drum_roll" }],
	["?favourites", { ...HOME, favourites: true }],
	["?favourites&name=boom", { ...HOME, favourites: true, name: "boom" }],
	["?tag=drum", { ...HOME, tags: ["drum"] }],
	["?tag=&tag=drum&tag=very+loud", { ...HOME, tags: ["drum", "very loud"] }],
	["?page=0", HOME],
	["?page=-1", HOME],
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
