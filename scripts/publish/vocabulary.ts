/** The words of a catalogue: how many clips match each, which words get pages, and what is on those. */
import { pageCount } from "../contract/page-number.ts";
import { rank } from "../search/engine.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { parseSearch } from "../search/search-query.ts";
import { matchesAsPrefix } from "../search/tokens.ts";
import { MAX_KEY_LENGTH, wordKey } from "../tree/paths.ts";
import type { Order } from "../tree/pointer.ts";

/** A word as a query of its own. */
export interface Word {
	readonly word: string;
	/** Its index among the terms. Longer words that begin with it come next. */
	readonly from: number;
	/** The index after the last term that it matches. */
	readonly to: number;
	readonly matches: number;
}

/** Every word, those with the most matches first, then by UTF-16 code units. */
export function vocabulary({ terms, starts, ids, lengths }: Postings): Word[] {
	// For each clip, the last word that counted it, so that each word counts a clip once.
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

/** The words whose pages all fit into `budget` files, chosen in the given order. */
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

/** The positions of all clips that match a word, best first. */
export function rankWord(
	postings: Postings,
	{ word, from, to, matches }: Word,
	order: Order,
): number[] {
	const found = postings.terms
		.slice(from, to)
		.map((term, i) => ({ term, list: postingNumbers(postings, from + i) }));
	const { count, average, lengths } = postings;
	const collection = { count, positions: lengths.length, average, order };
	return rank(parseSearch(word), [found], collection)
		.best(matches)
		.map(({ id }) => id);
}
