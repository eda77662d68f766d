/** A search that finds nothing shows names with a similar spelling. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resultPages } from "../../../scripts/edge/pages.ts";
import { isWithinErrors, openGuesses } from "../../../scripts/site/soundboard/guesses.ts";
import { readTree } from "../../../scripts/tree/reading.ts";
import { named, publishRecords } from "../../fixtures/published.ts";

describe("guesses", async () => {
	const names = ["Drum Roll", "Drum", "Air Horn", "Hornet", "Boom 44", "Crème brûlée", "爆発"];
	const { folder } = await publishRecords([
		...named(names),
		{ slug: "gone", removed: "2026-11-21" },
	]);
	const tree = await readTree(async (path) => readFileSync(join(folder, path)));
	const guess = await openGuesses(tree);

	async function guessed(name: string): Promise<string[]> {
		const ranking = guess(name);
		if (ranking === undefined) return [];
		return (await resultPages(tree, ranking).rows(1)).map((row) => JSON.parse(row).name);
	}

	test.each([
		["drmu", ["Drum", "Drum Roll"]],
		["drmu rol", ["Drum Roll"]],
		["bom 44", ["Boom 44"]],
		["hron", ["Air Horn"]],
		["horm", ["Air Horn"]],
		["creme brule", ["Crème brûlée"]],
		["xyzzy", []],
		["drmu xyzzy", []],
		["44 45", []],
		[Array.from("abcdefghijklm", (letter) => `drum${letter}`).join(" "), []],
	])("for “%s” are %j", async (name, expected) => {
		expect(await guessed(name)).toEqual(expected);
	});
});

test.each([
	["drum", "drum", 0],
	["drum", "drums", 1],
	["drum", "rum", 1],
	["drum", "drmu", 2],
	["kitten", "sitting", 3],
	["", "abc", 3],
])("“%s” becomes “%s” with %i typing errors and no fewer", (a, b, errors) => {
	expect(isWithinErrors(a, b, errors)).toBe(true);
	expect(isWithinErrors(b, a, errors)).toBe(true);
	expect(isWithinErrors(a, b, errors - 1)).toBe(false);
});
