/** A parsed query: which words to look up, and whether a name matches it. */
import { classNumber } from "./posting-list.ts";
import { countTokens, indexTokens, matchesAsPrefix } from "./tokens.ts";

export interface SearchQuery {
	/** Distinct words, in the order of the query. */
	readonly words: readonly string[];
	/** The posting class of a word in a name that equals the query. */
	classOf(word: string): number;
}

export function parseSearch(text: string): SearchQuery {
	const { indexed, queried } = countTokens(text);
	const words = [...queried.keys()];
	return {
		words,
		classOf: (word) => classNumber({ frequency: indexed.get(word) ?? 0, length: indexed.size }),
	};
}

/** Whether every word of the query is, or begins, a word of the name. */
export function matchesName({ words }: SearchQuery, name: string): boolean {
	const tokens = [...new Set(indexTokens(name))];
	return words.every((word) =>
		matchesAsPrefix(word) ? tokens.some((token) => token.startsWith(word)) : tokens.includes(word),
	);
}

/** Whether a name has exactly the words of the query, each as often. Such names come first. */
export function isExactName(query: SearchQuery, name: string): boolean {
	const own = parseSearch(name);
	return query.words.every((word) => own.classOf(word) === query.classOf(word));
}
