/** Guesses which names a search meant that found nothing. */
import type MiniSearch from "minisearch";
import type { QueryCombination } from "minisearch";
import type { IndexedName } from "../../../search/minisearch.ts";

/** Letters of the shortest word that may hold a typing error. */
const MIN_LETTERS = 3;

/** Typing errors in a word: first one in words of four letters or more, then two, or one in three. */
const ATTEMPTS: readonly ((word: string) => number)[] = [
	({ length }) => (length >= 4 ? 1 : 0),
	({ length }) => (length >= 4 ? 2 : length === MIN_LETTERS ? 1 : 0),
];

/** For longer queries, guessing would take noticeably long. */
const MAX_WORDS = 12;

/** Whether a name has words that are long enough for a typing error, and not too many. */
export function mayBeMistyped(query: string): boolean {
	const words = query.split(/\s+/);
	return words.length <= MAX_WORDS && words.some(({ length }) => length >= MIN_LETTERS);
}

/** The names with the fewest typing errors, best first. */
export function similarNames(
	index: MiniSearch<IndexedName>,
	query: string,
): readonly IndexedName[] {
	if (!mayBeMistyped(query)) return [];
	const attempts = [swapped(query), ...ATTEMPTS.map((fuzzy) => ({ queries: [query], fuzzy }))];
	for (const attempt of attempts) {
		const found = index.search(attempt);
		if (found.length > 0) return found.map(({ id, name }) => ({ id, name }));
	}
	return [];
}

/** Each word as it is, or with two neighbouring letters swapped: the commonest error, which MiniSearch counts as two. */
function swapped(query: string): { combineWith: "AND"; queries: QueryCombination[] } {
	const queries = query.split(/\s+/).map((word) => {
		const letters = Array.from(word);
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
