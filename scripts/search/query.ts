/** A query, cut once into all that is asked of it: what to look up, and what an exact name would be. */
import { classNumber } from "./posting-list.ts";
import { countTokens, indexTokens, matchesAsPrefix } from "./tokens.ts";

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
	const { indexed, asked } = countTokens(text);
	const words = [...asked.keys()];
	const [word = ""] = words;
	return {
		words,
		loneWord: words.length === 1 && asked.get(word) === 1 ? word : undefined,
		classOf: (word) => classNumber({ frequency: indexed.get(word) ?? 0, length: indexed.size }),
	};
}

/** The rule for one name: whether every word of the query begins, or is, a word of the name. */
export function matchesName({ words }: SearchQuery, name: string): boolean {
	const tokens = [...new Set(indexTokens(name))];
	return words.every((word) =>
		matchesAsPrefix(word) ? tokens.some((token) => token.startsWith(word)) : tokens.includes(word),
	);
}

/** Whether a name holds every word of the query just as often, and no other: such names come first. */
export function isExactName(query: SearchQuery, name: string): boolean {
	const own = parseSearch(name);
	return query.words.every((word) => own.classOf(word) === query.classOf(word));
}
