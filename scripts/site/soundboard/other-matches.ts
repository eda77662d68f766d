/** What a search means besides the clips that the API finds by their names. */
import type { Instant } from "../../contract/instant.ts";
import { matchesName, parseSearch } from "../../search/search-query.ts";
import { matchesAsPrefix } from "../../search/tokens.ts";

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

function textOf({ name, description, tags }: Instant): string {
	return `${name}\n${description}\n${tags}`;
}
