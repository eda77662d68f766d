/** A tree never has more files than its owner allows, and never only some of the pages of a word. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { pageCount } from "../../scripts/contract/page-number.ts";
import { vocabulary, type Word, withinBudget } from "../../scripts/publish/vocabulary.ts";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { collectPostings } from "../../scripts/search/postings.ts";
import { indexTokens } from "../../scripts/search/tokens.ts";
import { MAX_KEY_LENGTH, wordKey } from "../../scripts/tree/paths.ts";
import { catalogueNames } from "../fixtures/names.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, textOf } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();

/** Words with 95, 60, 31 and few matches, and so 10, 6, 4 pages and one. */
const NAMES = Array.from({ length: 95 }, (_, i) =>
	["boom", i < 60 ? "bang" : "", i > 63 ? "horn" : "", `n${i % 40}`].join(" "),
);

/** The precomputed pages of a tree. */
function pagesIn(folder: string): { listing: string[]; words: string[] } {
	const paths = filesIn(folder).map(({ path }) => path);
	return {
		listing: paths.filter((path) => path.startsWith("v1/instants/page/")),
		words: paths.filter((path) => path.startsWith("v1/instants/name/")),
	};
}

/** The number of files that do not depend on the budget. */
async function leastOf(names: readonly string[]): Promise<number> {
	return (await publishRecords(named(names), { pages: "none" })).published.files.length;
}

describe("with a budget of", () => {
	test.each([
		["fewer files than the listing needs", async () => ({ maxFiles: (await leastOf(NAMES)) + 9 })],
		["one file", async () => ({ maxFiles: 1 })],
		["any number, without pages,", async () => ({ pages: "none" as const })],
	])("%s, nothing is precomputed and the rest is complete", async (_, how) => {
		const { folder, published } = await publishRecords(named(NAMES), await how());
		expect(published.precomputed).toMatchObject({ listingPages: 0, wordPages: 0, words: 0 });
		expect(pagesIn(folder)).toEqual({ listing: [], words: [] });
		expect((await expectWhole(folder)).count).toBe(95);
	});

	test("any number, no file is too many, and the listing and words have all of their pages or none", async () => {
		const least = await leastOf(NAMES);
		const listed = [];
		for (const spare of [0, 9, 10, 11, 12, 13, 14, 15, 16, 19, 21, 25, 26, 29, 40, 69, 1000]) {
			const maxFiles = least + spare;
			const { folder, published } = await publishRecords(named(NAMES), { maxFiles });
			expect(published.files.length).toBeLessThanOrEqual(maxFiles);
			expect(filesIn(folder)).toHaveLength(published.files.length);
			const { listing, words } = pagesIn(folder);
			const { listingPages, wordPages, words: chosen } = published.precomputed;
			expect([listing.length, words.length]).toEqual([listingPages, wordPages]);
			expect([0, 10]).toContain(listingPages);
			listed.push(listingPages);
			if (listingPages === 0) expect(words).toEqual([]);
			const folders = new Set(words.map((path) => path.replace(/\d+\.json$/, "")));
			expect(folders.size).toBe(chosen);
			for (const word of folders) {
				const { count } = JSON.parse(textOf(folder, `${word}1.json`)) as { count: number };
				const own = words.filter((path) => path.startsWith(word)).sort();
				const all = Array.from({ length: pageCount(count) }, (_, i) => `${word}${i + 1}.json`);
				expect(own).toEqual(all.sort());
			}
		}
		expect(listed.at(0)).toBe(0);
		expect(listed.at(-1)).toBe(10);
	});

	test("thousands, the manifest of all those pages fits too", async () => {
		const names = Array.from({ length: 2500 }, (_, i) => `w${i.toString(36)}z`);
		const least = await leastOf(names);
		for (const spare of [300, 700, 1500, 2500]) {
			const maxFiles = least + spare;
			const { published } = await publishRecords(named(names), { maxFiles });
			expect(published.files.length).toBeLessThanOrEqual(maxFiles);
			// All that may be left over is what was reserved for the manifest.
			expect(published.files.length).toBeGreaterThan(maxFiles - 20 - maxFiles / 30);
		}
	});
});

/** Words in the order of `vocabulary`. */
const words: fc.Arbitrary<Pick<Word, "word" | "matches">[]> = fc
	.uniqueArray(
		fc.record({ word: fc.string({ minLength: 1 }), matches: fc.integer({ min: 1, max: 95 }) }),
		{
			selector: ({ word }) => word,
		},
	)
	.map((list) => list.sort((a, b) => b.matches - a.matches));

test("the chosen words fit, and a word is skipped only if there is no room for it", () => {
	fc.assert(
		fc.property(words, fc.integer({ min: -5, max: 100 }), (list, budget) => {
			const chosen = withinBudget(list, budget);
			let left = Math.max(0, budget);
			for (const word of list) {
				const pages = pageCount(word.matches);
				if (chosen.includes(word)) left -= pages;
				else expect(pages).toBeGreaterThan(left);
			}
			expect(left).toBeGreaterThanOrEqual(0);
		}),
	);
});

test("a few clips with the longest names do not fill the disk", async () => {
	const han = (from: number, count: number) =>
		String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + from + i));
	const records = named(Array.from({ length: 6 }, (_, i) => han(i * 2, 1000)));
	const description = han(0, 10_000);
	const { published } = await publishRecords(
		records.map((record) => ({ ...record, description })),
		{ parent },
	);
	const { wordPages, wordsKnown } = published.precomputed;
	expect(wordPages).toBeGreaterThan(0);
	expect(wordPages).toBeLessThan(wordsKnown);
	const size = published.files.reduce((sum, { bytes }) => sum + bytes, 0);
	expect(size).toBeLessThan(105_000_000);
});

test("a word with too long a folder name is skipped", () => {
	const longest = "x".repeat(MAX_KEY_LENGTH - wordKey("").length);
	const list = [`${longest}x`, longest].map((word) => ({ word, matches: 1 }));
	expect(withinBudget(list, 10).map(({ word }) => word)).toEqual([longest]);
});

/** Words with their number of matches. */
function counted(names: readonly string[]): Pick<Word, "word" | "matches">[] {
	return vocabulary(collectPostings(names)).map(({ word, matches }) => ({ word, matches }));
}

/** Letters, vowel signs and tone marks in any order, as in broken text. */
const thaiName = fc.string({ unit: fc.constantFrom(..."กท ี ่ าa'ｦ") });
const anyNames = fc.array(fc.oneof(fc.string({ unit: "binary" }), thaiName));

test("the words of a catalogue are all its tokens, most matches first, each with as many clips as it finds", () => {
	fc.assert(
		fc.property(fc.oneof(catalogueNames, anyNames), (names) => {
			const index = new MiniSearch<IndexedName>(searchOptions);
			index.addAll(names.map((name, id) => ({ id, name })));
			const found = [...new Set(names.flatMap(indexTokens))]
				.map((word) => ({ word, matches: index.search(word).length }))
				.sort((a, b) => b.matches - a.matches || (a.word < b.word ? -1 : 1));
			expect(counted(names)).toEqual(found);
		}),
		{ numRuns: 500 },
	);
});
