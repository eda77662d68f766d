/** Guesses which names were meant by a search that found nothing. */
import type MiniSearch from "minisearch";
import type { Query, QueryCombination, SearchResult } from "minisearch";
import type { IndexedName } from "../../../search/minisearch.ts";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../../tree/paths.ts";
import { loadScript } from "../page/scripts.ts";
import { fetched } from "./files.ts";
import { wordsIn } from "./marks.ts";

export type Names = MiniSearch<IndexedName>;

/** Loads the names of all clips. Throws Unreachable. */
export async function openNames(): Promise<Names> {
	const [{ MiniSearch, searchOptions }, index] = await Promise.all([
		loadScript<typeof import("../../../search/minisearch.ts")>(SEARCH_MODULE_PATH),
		fetched(SEARCH_INDEX_PATH, "no-cache"),
	]);
	const text = new TextDecoder().decode(index);
	return MiniSearch.loadJSONAsync<IndexedName>(text, searchOptions);
}

/** The minimum length of a word that is checked for typos, in letters. */
const MIN_LETTERS = 3;

/** How many typos a word may have: with more, dissimilar words would match. */
const ATTEMPTS: readonly ((word: string) => number)[] = [
	(word) => (isLong(word) && word.length >= 4 ? 1 : 0),
	(word) => (isLong(word) ? (word.length >= 7 ? 2 : 1) : 0),
];

/** Whether a word is checked for typos. Numbers are not: any similar number means something else. */
function isLong(word: string): boolean {
	return word.length >= MIN_LETTERS && !/^\p{N}+$/u.test(word);
}

/** The maximum number of words in a query: with more, guessing takes noticeably long. */
const MAX_WORDS = 12;

/** Whether a query is worth checking for typos: it has a word that is long enough, and not too many words. */
export function mayBeMistyped(query: string): boolean {
	const words = wordsIn(query);
	return words.length <= MAX_WORDS && words.some(isLong);
}

/** The names with the fewest typos, or else names with a word that the query abbreviates; best first. */
export function similarNames(index: Names, query: string): readonly IndexedName[] {
	if (!mayBeMistyped(query)) return [];
	const attempts: Query[] = [
		swapped(query),
		...ATTEMPTS.map((fuzzy) => ({ queries: [query], fuzzy })),
	];
	for (const attempt of attempts) {
		const found = index.search(attempt);
		if (found.length > 0) return sorted(found);
	}
	return sorted(abbreviated(index, wordsIn(query)));
}

/** Sorts as the API does: names whose words are all found come first, and among these, names with fewer words. */
function sorted(found: readonly SearchResult[]): IndexedName[] {
	const ranked = found.map(({ id, name, terms, score }) => {
		const words = wordsIn(name);
		const isCovered = words.every((word) => terms.includes(word));
		return { id, name, score, words: isCovered ? words.length : Number.MAX_VALUE };
	});
	return ranked
		.sort((a, b) => a.words - b.words || b.score - a.score || a.id - b.id)
		.map(({ id, name }) => ({ id, name }));
}

/**
 * Each word unchanged, or with two neighbouring letters swapped: the most common error, which MiniSearch counts
 * as two.
 */
function swapped(query: string): QueryCombination {
	const queries = wordsIn(query).map((word) => {
		const letters = isLong(word) ? Array.from(word) : [];
		const swaps = letters.slice(1).map((letter, i) =>
			letters
				.with(i, letter)
				.with(i + 1, letters[i] ?? "")
				.join(""),
		);
		return { combineWith: "OR" as const, queries: [word, { queries: swaps, prefix: false }] };
	});
	return { combineWith: "AND", queries };
}

/**
 * The names that have all words of the query except one, and have a word that the missing one abbreviates, as
 * “dmg” abbreviates “damage”.
 */
function abbreviated(index: Names, words: readonly string[]): SearchResult[] {
	if (words.length === 1) return [];
	return words.flatMap((short, i) => {
		const others = words.toSpliced(i, 1);
		if (!isLong(short) || others.every(({ length }) => length < MIN_LETTERS)) return [];
		const filter = ({ name }: SearchResult): boolean =>
			wordsIn(name).some((word) => isShortFor(short, word));
		return index.search({ combineWith: "AND", queries: others }, { filter });
	});
}

function isShortFor(short: string, word: string): boolean {
	let from = 0;
	for (const letter of short) from = word.indexOf(letter, from) + 1 || Number.POSITIVE_INFINITY;
	return word.startsWith(short.charAt(0)) && from <= word.length;
}
