/** A parsed query: which words to look up, and whether a name matches it. */
import { countTokens, indexTokens, matchesAsPrefix } from "./tokens.ts";

export interface SearchQuery {
	/** Distinct words to look up, in the order of the query. */
	readonly words: readonly string[];
	/** How often the query has each of its distinct words. */
	readonly counts: ReadonlyMap<string, number>;
}

export function parseSearch(text: string): SearchQuery {
	const { queried: counts } = countTokens(text);
	return { words: [...counts.keys()], counts };
}

/**
 * Whether every word of the query is, or begins, a word of the name.
 * @param isPrefix whether a word may begin a longer one
 */
export function matchesName(
	{ words }: Pick<SearchQuery, "words">,
	name: string,
	isPrefix = matchesAsPrefix,
): boolean {
	const tokens = [...new Set(indexTokens(name))];
	return words.every((word) =>
		isPrefix(word) ? tokens.some((token) => token.startsWith(word)) : tokens.includes(word),
	);
}

/** Whether a name has exactly the words of the query, each as often. Such names come first. */
export function isExactName({ counts }: SearchQuery, name: string): boolean {
	const own = parseSearch(name).counts;
	return own.size === counts.size && [...counts].every(([word, times]) => own.get(word) === times);
}
