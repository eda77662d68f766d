/** A parsed query: which words to look up, and whether a clip matches. */
import type { Instant } from "../contract/instant.ts";
import { tagsOf } from "../contract/tags.ts";
import { begins, countTokens, marked, tagToken } from "./tokens.ts";

export interface SearchQuery {
	/** Distinct words to look up, in the order of the query, then the tokens of tags. */
	readonly words: readonly string[];
	/** How often each distinct word occurs in the query. */
	readonly counts: ReadonlyMap<string, number>;
	/** The words that were typed with an apostrophe. */
	readonly apostrophes: ReadonlySet<string>;
}

export function parseSearch(name: string, tags: readonly string[] = []): SearchQuery {
	const { queried: counts, indexed } = countTokens(name);
	// A query without words finds nothing, whatever its tags.
	const wanted = name === "" || counts.size > 0 ? tags.map(tagToken) : [];
	const words = [...counts.keys()];
	const apostrophes = new Set(words.filter((word) => indexed.has(marked(word, "'"))));
	return { words: [...words, ...new Set(wanted)], counts, apostrophes };
}

/** Whether a clip has every word of the query in its name, and every tag. */
export function matchesClip({ words }: SearchQuery, clip: Pick<Instant, "name" | "tags">): boolean {
	const tokens = [...countTokens(clip.name).indexed.keys(), ...tagsOf(clip).map(tagToken)];
	return words.every((word) => tokens.some((token) => begins(word, token)));
}

/** Whether a name has exactly the words of the query, each equally often. Such names come first. */
export function isExactName({ counts }: SearchQuery, name: string): boolean {
	const words = parseSearch(name).counts;
	return (
		words.size === counts.size && [...counts].every(([word, times]) => words.get(word) === times)
	);
}
