/** How clients write a word: for hosts that compare texts, where the edge rule would fold them first. */
import { queryTokens } from "../search/tokens.ts";
import type { PrecomputedWord } from "./host.ts";
import { LONGEST_SPELLING } from "./routes.ts";

/** Whether the edge rule would take the text for that word, and nothing else. */
function means(text: string, word: string): boolean {
	const tokens = queryTokens(text);
	return tokens.length === 1 && tokens[0] === word;
}

/** As it is, with a capital and in capitals, composed and decomposed. */
function casings(text: string): string[] {
	const [first = "", ...rest] = text;
	const all = [text, first.toUpperCase() + rest.join(""), text.toUpperCase()];
	return all.flatMap((one) => [one.normalize("NFC"), one.normalize("NFD")]);
}

/** The decoded word, in each of the catalogue's spellings and their casings, for comparisons that heed case. */
export function decodedSpellings({ word, spellings }: PrecomputedWord): string[] {
	const all = [word, ...spellings].flatMap(casings);
	return [...new Set(all)].filter((text) => means(text, word));
}

/** Bytes that mean something else in a query, or that no request may hold. */
const NOT_BARE = /[\0-\x20\x7f#%&+"<>\\^`{|}]/;

/**
 * The word in a raw query: bare, as `encodeURIComponent` has it, and as forms have it. In lower case,
 * for comparisons that ignore the case of ASCII letters.
 */
export function rawSpellings(word: PrecomputedWord): string[] {
	const all = decodedSpellings(word)
		.flatMap(encodings)
		.filter((text) => Buffer.byteLength(text) <= LONGEST_SPELLING);
	return [...new Set(all.map((text) => text.replace(/[A-Z]/g, (c) => c.toLowerCase())))];
}

function encodings(text: string): string[] {
	const bare = NOT_BARE.test(text) ? [] : [text];
	const form = new URLSearchParams({ w: text }).toString().slice(2);
	const strict = encodeURIComponent(text).replace(
		/[!'()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16)}`,
	);
	return [...bare, encodeURIComponent(text), form, strict];
}
