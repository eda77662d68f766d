/** How clients write a word: for hosts that compare texts, where the edge rule would fold them first. */
import { queryTokens } from "../search/tokens.ts";

/** Whether the edge rule would take the text for that word, and nothing else. */
function means(text: string, word: string): boolean {
	const tokens = queryTokens(text);
	return tokens.length === 1 && tokens[0] === word;
}

/** Bytes that mean something else in a query, or that no request may hold. */
const NOT_BARE = /[\0-\x20\x7f#%&+"<>\\^`{|}]/;

/**
 * The word in a raw query: bare, as `encodeURIComponent` has it, and as forms have it. In lower case,
 * for comparisons that ignore the case of ASCII letters.
 */
export function rawSpellings(word: string): string[] {
	if (!means(word, word)) return [];
	const bare = NOT_BARE.test(word) ? [] : [word];
	const form = new URLSearchParams({ w: word }).toString().slice(2);
	const strict = encodeURIComponent(word).replace(
		/[!'()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16)}`,
	);
	const all = [...bare, encodeURIComponent(word), form, strict];
	return [...new Set(all.map((text) => text.replace(/[A-Z]/g, (c) => c.toLowerCase())))];
}

/** The decoded word in lower case, with a capital and in capitals, for comparisons that heed case. */
export function casings(word: string): string[] {
	const [first = "", ...rest] = word;
	const all = [word, first.toUpperCase() + rest.join(""), word.toUpperCase()];
	return [...new Set(all)].filter((text) => means(text, word));
}
