/** So that a tree never has more files than its owner allows, and never half of the pages of a word. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { pageCount } from "../../scripts/contract/page-number.ts";
import { vocabulary, type Word, withinBudget } from "../../scripts/publish/vocabulary.ts";
import { type IndexedName, searchOptions } from "../../scripts/search/options.ts";
import { collectPostings } from "../../scripts/search/postings.ts";
import { indexTokens } from "../../scripts/search/tokens.ts";
import { MAX_KEY_LENGTH, wordKey } from "../../scripts/tree/paths.ts";
import { catalogueNames } from "../fixtures/names.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, textOf } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();

/** Words of 95, 60, 31 and few matches: of 10, 6, 4 and single pages. */
const NAMES = Array.from({ length: 95 }, (_, i) =>
	["boom", i < 60 ? "bang" : "", i > 63 ? "horn" : "", `n${i % 40}`].join(" "),
);

describe("with a budget of", () => {
	test("one file, the listing and the rest that always comes is still whole", async () => {
		const { folder, published } = await publishRecords(named(NAMES), { parent, maxFiles: 1 });
		expect(published).toMatchObject({ listingPages: 10, wordPages: 0, wordsPrecomputed: 0 });
		expect(filesIn(folder).filter(({ path }) => /\/page\/\d+\.json$/.test(path))).toHaveLength(10);
		expect((await expectWhole(folder)).count).toBe(95);
	});

	test("any number, no file is too many, and no page of a word is missing", async () => {
		const least = (await publishRecords(named(NAMES), { parent, maxFiles: 1 })).published.files;
		for (const spare of [0, 1, 5, 6, 9, 10, 11, 16, 19, 20, 21, 22, 59, 60, 61, 1000]) {
			const maxFiles = least.length + spare;
			const { folder, published } = await publishRecords(named(NAMES), { parent, maxFiles });
			const paths = filesIn(folder).map(({ path }) => path);
			expect(paths.length).toBeLessThanOrEqual(maxFiles);
			expect(paths.length - least.length).toBe(published.wordPages);
			const wordPaths = paths.filter((path) => path.includes("/name/"));
			const words = new Set(wordPaths.map((path) => path.replace(/\d+\.json$/, "")));
			expect(words.size).toBe(published.wordsPrecomputed);
			for (const word of words) {
				const { count } = JSON.parse(textOf(folder, `${word}1.json`)) as { count: number };
				const own = wordPaths.filter((path) => path.startsWith(word)).sort();
				const all = Array.from({ length: pageCount(count) }, (_, i) => `${word}${i + 1}.json`);
				expect(own).toEqual(all.sort());
			}
		}
	});
});

test("no word has more pages than were counted for it, whatever the script", async () => {
	// Marks of one unspaced script before letters of another, and marks without a letter.
	const names = ["一ีｦ", "กีกี่", "' '", ...Array.from({ length: 95 }, () => "ｦ ก ี")];
	const least = (await publishRecords(named(names), { parent, maxFiles: 1 })).published.files;
	for (let spare = 0; spare < 40; spare += 3) {
		const maxFiles = least.length + spare;
		const { published } = await publishRecords(named(names), { parent, maxFiles });
		expect(published.files.length).toBeLessThanOrEqual(maxFiles);
	}
});

/** Words by their number of matches, as `vocabulary` gives them. */
const words: fc.Arbitrary<Pick<Word, "word" | "matches">[]> = fc
	.uniqueArray(
		fc.record({ word: fc.string({ minLength: 1 }), matches: fc.integer({ min: 1, max: 95 }) }),
		{
			selector: ({ word }) => word,
		},
	)
	.map((list) => list.sort((a, b) => b.matches - a.matches));

test("the words chosen fit, and one is passed over only when there was no room left for it", () => {
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

test("a word whose folder name would be too long is passed over", () => {
	const longest = "x".repeat(MAX_KEY_LENGTH - wordKey("").length);
	const list = [`${longest}x`, longest].map((word) => ({ word, matches: 1 }));
	expect(withinBudget(list, 10).map(({ word }) => word)).toEqual([longest]);
});

/** Words with their number of matches. */
function counted(names: readonly string[]): Pick<Word, "word" | "matches">[] {
	return vocabulary(collectPostings(names)).map(({ word, matches }) => ({ word, matches }));
}

/** Letters, vowel signs and tone marks in any order, as broken text has them. */
const thaiName = fc.string({ unit: fc.constantFrom(..."กท ี ่ าa'ｦ") });

describe("the words of a catalogue", () => {
	test("are all its tokens, those with most matches first, each with the names it finds", () => {
		fc.assert(
			fc.property(catalogueNames, (names) => {
				const tokens = names.map((name) => new Set(indexTokens(name)));
				const known = [...new Set(tokens.flatMap((set) => [...set]))];
				const found = (word: string) =>
					tokens.filter(
						(set) =>
							set.has(word) ||
							([...word].length >= 3 && [...set].some((token) => token.startsWith(word))),
					).length;
				const expected = known
					.map((word) => ({ word, matches: found(word) }))
					.sort((a, b) => b.matches - a.matches || (a.word < b.word ? -1 : 1));
				expect(counted(names)).toEqual(expected);
			}),
			{ numRuns: 50 },
		);
	});

	test("can each be asked for, and find as many clips as were counted", () => {
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.string({ unit: "binary" }), thaiName)), (names) => {
				const index = new MiniSearch<IndexedName>(searchOptions);
				index.addAll(names.map((name, id) => ({ id, name })));
				const words = counted(names);
				const found = words.map(({ word }) => ({ word, matches: index.search(word).length }));
				expect(found).toEqual(words);
			}),
			{ numRuns: 500 },
		);
	});
});
