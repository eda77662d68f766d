/** On small catalogues the page also finds beginnings of words, descriptions and tags. */
import { expect, test } from "vitest";
import type { Instant } from "../../../../scripts/contract/instant.ts";
import { matchesByName, otherMatches } from "../../../../scripts/site/board/data/other-matches.ts";

const CLIPS = [
	{ name: "Drum Roll", description: "For big moments", tags: "music, fun" },
	{ name: "Dr. Who", description: "", tags: "tv" },
	{ name: "Air Horn", description: "Not a drum", tags: "Fun" },
	{ name: "Écho", description: "", tags: "drôle, big drum" },
	{ name: "!!!", description: "", tags: "" },
].map((clip, i) => ({ ...clip, slug: `c-${i}`, sound: "", color: "FF8800", image: null }));

test.each([
	["dr", true, ["Drum Roll"]],
	["dr", false, []],
	["d", true, ["Drum Roll", "Dr. Who"]],
	["drum r", true, ["Drum Roll"]],
	["r drum", true, []],
	["drum", false, ["Air Horn", "Écho"]],
	["FUN", false, ["Drum Roll", "Air Horn"]],
	["horn fun", false, ["Air Horn"]],
	["drole", false, ["Écho"]],
	["e", true, ["Écho"]],
	["xyzzy", true, []],
	["!!!", true, []],
	["\u0301", true, []],
])("“%s”, still being typed: %s, also finds %j", (name, isTyping, expected) => {
	expect(otherMatches(CLIPS, { name, tags: [], isTyping }).map((clip) => clip.name)).toEqual(
		expected,
	);
});

test.each([
	["", ["a 9", "À 10", "B", "c"]],
	["a", ["a 9", "À 10"]],
	["!", []],
])("“%s” in the order of names is %j", (name, expected) => {
	const clips = ["c", "À 10", "B", "a 9"].map((text) => ({ ...CLIPS[4], name: text }) as Instant);
	const sorted = matchesByName(clips, { name, tags: [], isTyping: false });
	expect(sorted.map((clip) => clip.name)).toEqual(expected);
});
