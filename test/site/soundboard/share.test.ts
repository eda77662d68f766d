/** So that the link to a clip finds it, however long its name is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesName, parseSearch } from "../../../scripts/search/query.ts";
import { clipUrl, searchableBeginning } from "../../../scripts/site/soundboard/share.ts";
import { clipName } from "../../fixtures/names.ts";

test("a link searches the name and tells the clip from its namesakes", () => {
	const clip = { name: "Drum & Roll", slug: "drum_roll" };
	expect(clipUrl("https://h.test/repo/", clip)).toBe(
		"https://h.test/repo/?name=Drum+%26+Roll#drum_roll",
	);
});

test("the beginning of a name finds it", () => {
	const long = fc.array(clipName, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(" "));
	fc.assert(
		fc.property(long, (name) => {
			const beginning = searchableBeginning(name);
			expect(Array.from(beginning).length).toBeLessThanOrEqual(80);
			expect(matchesName(parseSearch(beginning), name)).toBe(true);
		}),
	);
});

test("so does that of a name of one endless word", () => {
	const name = "a".repeat(5000);
	expect(matchesName(parseSearch(searchableBeginning(name)), name)).toBe(true);
});

test.each([1, 2, 3, 500, 5000])("so does that of a name with %i marks on its letters", (count) => {
	const marks = "\u0351".repeat(count);
	for (const name of [`Z${marks}algo`, `Za${marks}lgo ${"b".repeat(70)}`, `${marks}Za`]) {
		const beginning = searchableBeginning(name);
		expect(Array.from(beginning).length).toBeLessThanOrEqual(80);
		expect(matchesName(parseSearch(beginning), name)).toBe(true);
	}
});
