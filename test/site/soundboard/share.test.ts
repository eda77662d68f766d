/** The link to a clip finds it, however long its name is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesName, parseSearch } from "../../../scripts/search/search-query.ts";
import { clipUrl } from "../../../scripts/site/soundboard/share.ts";
import { clipName } from "../../fixtures/names.ts";

test("a link searches for the name and identifies the clip by its slug", () => {
	const clip = { name: "Drum & Roll", slug: "drum_roll" };
	expect(clipUrl("https://h.test/repo/", clip)).toBe(
		"https://h.test/repo/?name=Drum+%26+Roll#drum_roll",
	);
});

const searched = (url: string) => new URL(url).searchParams.get("name") ?? "";

function expectFound(name: string): void {
	const url = clipUrl("https://h.test/", { name, slug: "a" });
	expect(matchesName(parseSearch(searched(url)), name)).toBe(true);
}

test("the link of a long name has its first words only, if these find it", () => {
	const nameIn = (name: string) => searched(clipUrl("https://h.test/", { name, slug: "a" }));
	expect(nameIn("ha ".repeat(400))).toBe("ha ha ha ha ha ha ha ha ha ha");
	const hidden = `${"! ".repeat(10)}boom`;
	expect(nameIn(hidden)).toBe(hidden);
});

test("a long name is found by its beginning", () => {
	const long = fc.array(clipName, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(" "));
	fc.assert(fc.property(long, expectFound));
});

const marks = [1, 2, 3, 500, 5000].map((count) => "\u0351".repeat(count));
test.each([
	["of one very long word", ["a".repeat(5000)]],
	["with marks on a letter", marks.map((run) => `Z${run}algo`)],
	["with marks on a short word", marks.map((run) => `Za${run}lgo ${"b".repeat(70)}`)],
	["that begins with marks", marks.map((run) => `${run}Za`)],
])("a name %s is found by its beginning", (_, names) => {
	for (const name of names) expectFound(name);
});
