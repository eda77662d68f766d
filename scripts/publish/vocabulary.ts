/** The words of a catalogue with the number of clips each finds, and which of them get pages. */
import { pageCount } from "../contract/page-number.ts";
import type { Postings } from "../search/postings.ts";
import { matchesAsPrefix } from "../search/tokens.ts";
import { MAX_KEY_LENGTH, wordKey } from "../tree/paths.ts";

/** A word that a query may consist of. */
export interface Word {
	readonly word: string;
	/** Its rank among all words, by UTF-16 code units; the words it begins follow it. */
	readonly from: number;
	/** The rank after the last word that it finds. */
	readonly to: number;
	/** Number of clips that a search for it finds. */
	readonly matches: number;
}

/** Every word, most matches first, then by UTF-16 code units. */
export function vocabulary({ terms, starts, ids, lengths }: Postings): Word[] {
	// The last word, by number, that counted a name; so that a name counts once for each word.
	const countedBy = new Uint32Array(lengths.length);
	const words = terms.map((word, from): Word => {
		let to = from + 1;
		if (matchesAsPrefix(word)) while (terms[to]?.startsWith(word)) to++;
		let matches = 0;
		for (let at = starts[from] ?? 0; at < (starts[to] ?? 0); at++) {
			const id = ids[at] ?? 0;
			if (countedBy[id] === from + 1) continue;
			countedBy[id] = from + 1;
			matches++;
		}
		return { word, from, to, matches };
	});
	return words.sort((a, b) => b.matches - a.matches || a.from - b.from);
}

/** The words whose pages, all of them, fit into `budget` files; those that find most come first. */
export function withinBudget<W extends Pick<Word, "word" | "matches">>(
	words: readonly W[],
	budget: number,
): W[] {
	let left = budget;
	return words.filter(({ word, matches }) => {
		const pages = pageCount(matches);
		if (pages > left || wordKey(word).length > MAX_KEY_LENGTH) return false;
		left -= pages;
		return true;
	});
}
