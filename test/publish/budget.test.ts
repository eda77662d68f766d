/** A tree never has more files than its owner allows, and has pages for words where they are worth it. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { pageCount } from "../../scripts/contract/page-number.ts";
import type { Work } from "../../scripts/publish/build-options.ts";
import { filesWith } from "../../scripts/publish/file-budget.ts";
import { writeManifest } from "../../scripts/publish/manifest-writer.ts";
import { COMMON_WORDS } from "../../scripts/publish/precomputed.ts";
import type { TreeWriter } from "../../scripts/publish/tree-writer.ts";
import { vocabulary, type Word } from "../../scripts/publish/vocabulary.ts";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { lettersOf, wordOf } from "../../scripts/search/tokens.ts";
import { MAX_KEY_LENGTH, wordKey, wordPath } from "../../scripts/tree/paths.ts";
import { allBeginnings } from "../fixtures/judge.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { catalogueNames } from "../fixtures/names.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { collectPostings, nameTokens } from "../fixtures/tokens.ts";
import { expectWhole, filesIn, textOf } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();

/** Words with 95, 60, 31 and few matches: they fill ten, six and four pages, and one page. */
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

const least = leastOf(NAMES);

describe("with a budget of", () => {
	test.each([
		["fewer files than the listing and a word need", async () => ({ maxFiles: (await least) + 1 })],
		["one file", async () => ({ maxFiles: 1 })],
		["any number, without pages,", async () => ({ pages: "none" as const })],
	])("%s, nothing is precomputed and the rest is complete", async (_, how) => {
		const { folder, published } = await publishRecords(named(NAMES), await how());
		expect(published.precomputed).toMatchObject({ listingPages: 0, wordPages: 0, words: 0 });
		expect(pagesIn(folder)).toEqual({ listing: [], words: [] });
		expect((await expectWhole(folder)).count).toBe(95);
	});

	test.each([
		[true, 12, 0],
		[true, 40, 10],
		[false, 40, 10],
		[false, 1000, 10],
	] as const)(
		"the fewest files (with code: %s) plus %i, the tree stays within it, and the listing and each word have all of their pages or none",
		async (runsCode, spare, listed) => {
			const maxFiles = (await least) + spare;
			const { folder, published } = await publishRecords(named(NAMES), { maxFiles, runsCode });
			expect(published.files.length).toBeLessThanOrEqual(maxFiles);
			expect(filesIn(folder)).toHaveLength(published.files.length);
			const { listing, words } = pagesIn(folder);
			const { listingPages, wordPages, words: chosen } = published.precomputed;
			expect([listing.length, words.length]).toEqual([listingPages, wordPages]);
			expect(listingPages).toBe(listed);
			const folders = new Set(words.map((path) => path.replace(/\d+\.json$/, "")));
			expect(folders.size).toBe(chosen);
			for (const word of folders) {
				const { count } = JSON.parse(textOf(folder, `${word}1.json`)) as { count: number };
				const pages = words.filter((path) => path.startsWith(word)).sort();
				const length = runsCode ? 1 : pageCount(count);
				const wanted = Array.from({ length }, (_, i) => `${word}${i + 1}.json`);
				expect(pages).toEqual(wanted.sort());
			}
		},
	);

	test("any number, the manifest of all its pages fits too", async () => {
		const words = fc.stringMatching(/^[a-z]{1,40}$/);
		const counts = fc.integer({ min: 1, max: 4000 });
		await fc.assert(
			fc.asyncProperty(words, counts, async (word, count) => {
				const paths = Array.from({ length: count }, (_, i) => wordPath(wordKey(word), i + 1));
				const files = paths
					.map((path) => ({ path: path.slice(1), bytes: 9999, sha256: "0".repeat(64) }))
					.sort((a, b) => (a.path < b.path ? -1 : 1));
				const store = memoryStore();
				const tree = { count: 0, sortedListed: () => files, write: () => {}, store: store.store };
				await writeManifest(tree as unknown as TreeWriter, POINTER);
				// Including the service worker, the pointer and its signature.
				const all = files.length + store.files.size + 3;
				expect(all).toBeLessThanOrEqual(filesWith({ tree } as unknown as Work, count));
			}),
			{ numRuns: 50 },
		);
	});
});

/** The words that have pages, each with its number of pages. */
function pagesOfWords(folder: string): Map<string, number> {
	const pages = new Map<string, number>();
	for (const path of pagesIn(folder).words) {
		const key = path.split("/").at(-2) ?? "";
		const word = decodeURIComponent(key.slice(2).replace(/_([0-9a-f]{2})/g, "%$1"));
		expect(wordKey(word)).toBe(key);
		pages.set(word, (pages.get(word) ?? 0) + 1);
	}
	return pages;
}

describe("in a large catalogue,", () => {
	const names = Array.from({ length: 1100 }, (_, i) => `boom group${i % 70} clip${i}`);
	const known = vocabulary(collectPostings(names));

	test("all words have all of their pages where stored pages link to each other", async () => {
		const { folder } = await publishRecords(named(names), { runsCode: false });
		const wanted = known.map(({ word, matches }): [string, number] => [
			lettersOf(word),
			pageCount(matches),
		]);
		expect(pagesOfWords(folder)).toEqual(new Map(wanted));
	});

	test("elsewhere, the words that find the most clips have their first page", async () => {
		const { folder } = await publishRecords(named(names));
		const common = known.slice(0, COMMON_WORDS);
		expect(pagesOfWords(folder)).toEqual(new Map(common.map(({ word }) => [lettersOf(word), 1])));
	});

	test("as many of these words as fit have their first page even without the listing", async () => {
		const maxFiles = (await leastOf(names)) + 70;
		const { folder, published } = await publishRecords(named(names), { maxFiles });
		const { listingPages, words } = published.precomputed;
		expect(listingPages).toBe(0);
		expect(words).toBeGreaterThan(50);
		const common = known.slice(0, words);
		expect(pagesOfWords(folder)).toEqual(new Map(common.map(({ word }) => [lettersOf(word), 1])));
	});
});

test("a few clips with the longest names do not fill the disk", async () => {
	const han = (from: number, count: number) =>
		String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + from + i));
	const description = han(0, 10_000);
	const names = Array.from({ length: 6 }, (_, i) => han(i * 2, 1000));
	const records = named(names).map((record) => ({ ...record, description }));
	const { published } = await publishRecords(records, { parent, runsCode: false });
	const { words } = published.precomputed;
	expect(words).toBeGreaterThan(0);
	expect(words).toBeLessThan(vocabulary(collectPostings(names)).length);
	const size = published.files.reduce((sum, { bytes }) => sum + bytes, 0);
	expect(size).toBeLessThan(105_000_000);
});

test("a word whose folder name would be too long is skipped", async () => {
	const [longest, longer] = ["ю".repeat(19), "я".repeat(20)];
	expect(wordKey(longest).length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
	expect(wordKey(longer).length).toBeGreaterThan(MAX_KEY_LENGTH);
	const { folder } = await publishRecords(named([longer, longest]));
	expect([...pagesOfWords(folder).keys()]).toEqual(["ю", "юю", longest, "я", "яя"]);
});

/** Words with their number of matches. */
function counted(names: readonly string[]): Pick<Word, "word" | "matches">[] {
	return vocabulary(collectPostings(names)).map(({ word, matches }) => ({ word, matches }));
}

/** Letters, vowel signs and tone marks in any order, as in broken text. */
const thaiName = fc.string({ unit: fc.constantFrom(..."กท ี ่ าa'ｦ") });
const anyNames = fc.array(fc.oneof(fc.string({ unit: "binary" }), thaiName));

test("the words of a catalogue are all its tokens and their prefixes, most matches first, each with the number of clips that it finds", () => {
	fc.assert(
		fc.property(fc.oneof(catalogueNames, anyNames), (names) => {
			const index = new MiniSearch<IndexedName>(searchOptions);
			index.addAll(names.map((name, id) => ({ id, name })));
			const tokens = names
				.map(nameTokens)
				.flatMap((of) => [...of.words, ...of.joined, ...allBeginnings(of)]);
			const found = [...new Set(tokens.map(wordOf))]
				.map((word) => ({ word, matches: index.search(word).length }))
				.sort((a, b) => b.matches - a.matches || (a.word < b.word ? -1 : 1));
			expect(counted(names)).toEqual(found);
		}),
		{ numRuns: 200 },
	);
});
