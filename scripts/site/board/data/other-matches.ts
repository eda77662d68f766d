/** What a search means besides the clips that the API finds by their names. */
import type { Instant } from "../../../contract/instant.ts";
import { matchesName, parseSearch } from "../../../search/search-query.ts";
import { MAX_TOKEN_LENGTH, matchesAsPrefix, queryTokens } from "../../../search/tokens.ts";

export interface Asked {
	readonly name: string;
	/** The last word may be the beginning of a longer one, however short it is. */
	readonly isTyping: boolean;
}

/**
 * The clips that the API does not find: first those whose names have a word that begins as the last one
 * typed, then those found by their descriptions and tags.
 */
export function otherMatches(clips: readonly Instant[], { name, isTyping }: Asked): Instant[] {
	const query = parseSearch(name);
	const last = query.words.at(-1);
	if (last === undefined) return [];
	const isPrefix = (word: string): boolean => (isTyping && word === last) || matchesAsPrefix(word);
	const others = clips.filter((clip) => !matchesName(query, clip.name));
	const begun = others.filter((clip) => matchesName(query, clip.name, isPrefix));
	const described = others.filter(
		(clip) => !begun.includes(clip) && matchesName(query, textOf(clip)),
	);
	return [...begun, ...described];
}

/** All clips that the search means, or all if the name is empty: first those found by their names. */
export function allMatches(clips: readonly Instant[], asked: Asked): readonly Instant[] {
	if (asked.name === "") return clips;
	const query = parseSearch(asked.name);
	const named = clips.filter((clip) => query.words.length > 0 && matchesName(query, clip.name));
	return [...named, ...otherMatches(clips, asked)];
}

/** The same in the order of their names. */
export function matchesByName(clips: readonly Instant[], asked: Asked): Instant[] {
	const keyed = allMatches(clips, asked).map((clip) => ({ clip, key: sortKey(clip.name) }));
	keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
	return keyed.map(({ clip }) => clip);
}

/** Case, accents and punctuation make no difference, and 9 comes before 10. */
function sortKey(name: string): string {
	return queryTokens(name)
		.join(" ")
		.replace(/[0-9]+/g, (digits) => digits.padStart(MAX_TOKEN_LENGTH, "0"));
}

function textOf({ name, description, tags }: Instant): string {
	return `${name}\n${description}\n${tags}`;
}
