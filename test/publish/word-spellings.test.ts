/** So that hosts that compare texts know the spellings that people read and type. */
import { expect, test } from "vitest";
import { spellingsOf } from "../../scripts/publish/word-spellings.ts";

const spellings = (names: string[], ...words: string[]) =>
	Object.fromEntries(spellingsOf(names, new Set(words)));

test("accents, apostrophes and letters that are folded, in lower case and composed", () => {
	expect(
		spellings(["Cafe\u0301 CAFÉ", "Don't", "Größe"], "cafe", "dont", "grosse", "absent"),
	).toEqual({ cafe: ["café"], dont: ["don't"], grosse: ["größe"] });
});

test("the commonest first, at most eight", () => {
	const many = ["é", "è", "ê", "ë", "ē", "ĕ", "ė", "ę", "ě"].map((letter) => `b${letter}`);
	const found = spellings([...many, "bě bě"], "be").be;
	expect(found).toHaveLength(8);
	expect(found?.[0]).toBe("bě");
});

test("not the word itself, no word that was not asked for, nothing cut into several", () => {
	expect(spellings(["boom Boom", "été", "日本語"], "boom", "日本")).toEqual({});
});
