/** A parsed query: which words to look up, and whether a clip matches it. */
import type { Instant } from "../contract/instant.ts";
import { tagsOf } from "../contract/tags.ts";
import { countTokens, indexTokens, matchesAsPrefix, tagToken } from "./tokens.ts";

export interface SearchQuery {
	/** Distinct words to look up, in the order of the query, then the tokens of tags. */
	readonly words: readonly string[];
	/** How often the query has each of its distinct words. */
	readonly counts: ReadonlyMap<string, number>;
}

export function parseSearch(name: string, tags: readonly string[] = []): SearchQuery {
	const { queried: counts } = countTokens(name);
	// A query without words finds nothing, whatever its tags.
	const wanted = name === "" || counts.size > 0 ? tags.map(tagToken) : [];
	return { words: [...counts.keys(), ...new Set(wanted)], counts };
}

/** Whether a clip has every word of the query in its name, and every tag. */
export function matchesClip(query: SearchQuery, clip: Pick<Instant, "name" | "tags">): boolean {
	return matchesTokens(query, [...indexTokens(clip.name), ...tagsOf(clip).map(tagToken)]);
}

function matchesTokens({ words }: Pick<SearchQuery, "words">, all: readonly string[]): boolean {
	const tokens = [...new Set(all)];
	return words.every((word) =>
		matchesAsPrefix(word) ? tokens.some((token) => token.startsWith(word)) : tokens.includes(word),
	);
}

/** Whether a name has exactly the words of the query, equally often. Such names come first. */
export function isExactName({ counts }: SearchQuery, name: string): boolean {
	const words = parseSearch(name).counts;
	return (
		words.size === counts.size && [...counts].every(([word, times]) => words.get(word) === times)
	);
}
