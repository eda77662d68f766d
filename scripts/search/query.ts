/** A query, cut once into all that is asked of it: what to look up, and what an exact name would be. */
import { classNumber } from "./posting-list.ts";
import { frequenciesOf, indexTokens, matchesAsPrefix, queryTokens } from "./tokens.ts";

/**
 * Longer queries are looked up only if some name is as long: names of any length are found by
 * themselves, and nobody can make a search expensive by its length.
 */
export const MAX_QUERY_LENGTH = 1000;

/** A query cut into words. */
export interface SearchQuery {
	/** Different words, in the order of the query. */
	readonly words: readonly string[];
	/** The word, if the query is one word, once. */
	readonly loneWord: string | undefined;
	/** The class that a word has in a name with exactly the words of the query. */
	classOf(word: string): number;
}

/** Cuts a query. */
export function parseSearch(text: string): SearchQuery {
	const tokens = queryTokens(text);
	const frequencies = frequenciesOf(indexTokens(text));
	return {
		words: [...new Set(tokens)],
		loneWord: tokens.length === 1 ? tokens[0] : undefined,
		classOf: (word) =>
			classNumber({ frequency: frequencies.get(word) ?? 0, length: frequencies.size }),
	};
}

/** The rule for one name: whether every word of the query begins, or is, a word of the name. */
export function matchesName({ words }: SearchQuery, name: string): boolean {
	const tokens = indexTokens(name);
	return words.every((word) => {
		const withLonger = matchesAsPrefix(word);
		return tokens.some((token) => token === word || (withLonger && token.startsWith(word)));
	});
}
