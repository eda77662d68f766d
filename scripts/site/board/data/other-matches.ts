/** What a search means besides the clips that the API finds by their names. */
import type { Instant } from "../../../contract/instant.ts";
import { matchesClip, matchesName, parseSearch } from "../../../search/search-query.ts";
import { MAX_TOKEN_LENGTH, matchesAsPrefix, queryTokens } from "../../../search/tokens.ts";

export interface Asked {
	readonly name: string;
	/** Only clips that have all of these. */
	readonly tags: readonly string[];
	/** The last word may be the beginning of a longer one, however short it is. */
	readonly isTyping: boolean;
}

/**
 * The clips that the API does not find: first those whose names have a word that begins as the last one
 * typed, then those found by their descriptions and tags.
 */
export function otherMatches(clips: readonly Instant[], asked: Asked): Instant[] {
	const { name, isTyping } = asked;
	const query = parseSearch(name);
	const last = query.words.at(-1);
	if (last === undefined) return [];
	const isPrefix = (word: string): boolean => (isTyping && word === last) || matchesAsPrefix(word);
	const others = tagged(clips, asked).filter(({ name }) => !matchesName(query, name));
	const isBegun = ({ name }: Instant): boolean => matchesName(query, name, isPrefix);
	const isDescribed = ({ name, description, tags }: Instant): boolean =>
		matchesName(query, `${name}\n${description}\n${tags}`);
	return [
		...others.filter(isBegun),
		...others.filter((clip) => !isBegun(clip) && isDescribed(clip)),
	];
}

/** All clips that the search means, or all if the name is empty: first those found by their names. */
export function allMatches(clips: readonly Instant[], asked: Asked): readonly Instant[] {
	if (asked.name === "") return tagged(clips, asked);
	const query = parseSearch(asked.name, asked.tags);
	if (query.counts.size === 0) return [];
	return [...clips.filter((clip) => matchesClip(query, clip)), ...otherMatches(clips, asked)];
}

function tagged(clips: readonly Instant[], { tags }: Asked): readonly Instant[] {
	const query = parseSearch("", tags);
	return tags.length === 0 ? clips : clips.filter((clip) => matchesClip(query, clip));
}

/** The same in the order of their names. */
export function matchesByName(clips: readonly Instant[], asked: Asked): Instant[] {
	return allMatches(clips, asked)
		.map((clip) => [sortKey(clip.name), clip] as const)
		.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
		.map(([, clip]) => clip);
}

/** Case, accents and punctuation make no difference, and 9 comes before 10. */
function sortKey(name: string): string {
	return queryTokens(name)
		.join(" ")
		.replace(/[0-9]+/g, (digits) => digits.padStart(MAX_TOKEN_LENGTH, "0"));
}
