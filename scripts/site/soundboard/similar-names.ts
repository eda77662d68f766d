/** Which names a search may mean that finds nothing. */
import type MiniSearch from "minisearch";
import type { IndexedName } from "../../search/minisearch.ts";

/** Letters of the shortest word that may hold a typing error. */
const MIN_LETTERS = 3;

/** Typing errors in a word. First one in words of four letters or more, then two (as in swapped letters), or one in three. */
const ATTEMPTS: readonly ((word: string) => number)[] = [
	({ length }) => (length >= 4 ? 1 : 0),
	({ length }) => (length >= 4 ? 2 : length === MIN_LETTERS ? 1 : 0),
];

/** Longer queries are not guessed: it would take noticeably long. */
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
	for (const fuzzy of ATTEMPTS) {
		const found = index.search(query, { fuzzy });
		if (found.length > 0) return found.map(({ id, name }) => ({ id, name }));
	}
	return [];
}
