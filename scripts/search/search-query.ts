/** A parsed query: which words to look up, and whether a clip matches it. */
import type { Instant } from "../contract/instant.ts";
import { tagsOf } from "../contract/tags.ts";
import {
	apostropheTerm,
	countTokens,
	indexTokens,
	lettersOf,
	matchesAsPrefix,
	tagToken,
} from "./tokens.ts";

export interface SearchQuery {
	/** Distinct words to look up, in the order of the query, then the tokens of tags. */
	readonly words: readonly string[];
	/** How often the query has each of its distinct words. */
	readonly counts: ReadonlyMap<string, number>;
	/** Those that no other begins. A word of a name begins with one of them at most. */
	readonly shortest: ReadonlySet<string>;
	/** How many begin no other. A name that matches has as many distinct tokens. */
	readonly longest: number;
	/** Those that are typed with an apostrophe. */
	readonly apostrophes: ReadonlySet<string>;
}

export function parseSearch(name: string, tags: readonly string[] = []): SearchQuery {
	const { queried: counts, indexed } = countTokens(name);
	// A query without words finds nothing, whatever its tags.
	const wanted = name === "" || counts.size > 0 ? tags.map(tagToken) : [];
	const words = [...counts.keys()];
	return {
		words: [...words, ...new Set(wanted)],
		counts,
		...apart(words.toSorted()),
		apostrophes: new Set(words.filter((word) => indexed.has(apostropheTerm(word)))),
	};
}

/** @param sorted so that a word comes right before those that it begins */
function apart(sorted: readonly string[]): Pick<SearchQuery, "shortest" | "longest"> {
	const shortest = new Set<string>();
	let last: string | undefined;
	for (const word of sorted) {
		if (last !== undefined && begins(last, word)) continue;
		shortest.add(word);
		last = word;
	}
	const longest = sorted.filter((word, i) => !begins(word, sorted[i + 1] ?? "")).length;
	return { shortest, longest };
}

/** Whether a word of a query begins a token. */
function begins(word: string, token: string): boolean {
	return matchesAsPrefix(word) ? token.startsWith(lettersOf(word)) : token === word;
}

/** Whether a clip has every word of the query in its name, and every tag. */
export function matchesClip(query: SearchQuery, clip: Pick<Instant, "name" | "tags">): boolean {
	return matchesTokens(query, [...indexTokens(clip.name), ...tagsOf(clip).map(tagToken)]);
}

function matchesTokens({ words }: Pick<SearchQuery, "words">, all: readonly string[]): boolean {
	const tokens = [...new Set(all)];
	return words.every((word) => tokens.some((token) => begins(word, token)));
}

/** Whether a name has exactly the words of the query, equally often. Such names come first. */
export function isExactName({ counts }: SearchQuery, name: string): boolean {
	const words = parseSearch(name).counts;
	return (
		words.size === counts.size && [...counts].every(([word, times]) => words.get(word) === times)
	);
}
