/** The words of a catalogue: how many clips match each word, and which match it best. */
import { rank } from "../search/engine.ts";
import { type Postings, postingNumbers, postingsOf } from "../search/postings.ts";
import { parseSearch } from "../search/search-query.ts";
import type { ShardEntry } from "../search/shard.ts";
import { matchesAsPrefix, wordOf } from "../search/tokens.ts";
import type { Order } from "../tree/pointer.ts";

/** A word as a query. */
export interface Word {
	readonly word: string;
	/** The index of the first term that the word matches. The other terms follow it. */
	readonly from: number;
	/** The index after the last term that the word matches. */
	readonly to: number;
	readonly matches: number;
}

/** Every word, sorted by the number of matches (most first), then by UTF-16 code units. */
export function vocabulary(postings: Postings): Word[] {
	const { terms, lengths } = postings;
	// The last word for which each clip was counted, so that no clip is counted twice for a word.
	const countedBy = new Uint32Array(lengths.length);
	const words = terms.flatMap((term, from): Word[] => {
		const word = wordOf(term);
		// This word was already counted at its first term.
		if (from > 0 && wordOf(terms[from - 1] ?? "") === word) return [];
		let to = from + 1;
		if (matchesAsPrefix(word)) while (terms[to]?.startsWith(word)) to++;
		let matches = 0;
		for (let rank = from; rank < to; rank++) {
			const found = postingsOf(postings, rank);
			for (let at = 0; at < found.length; at += 2) {
				const id = found[at] ?? 0;
				if (countedBy[id] === from + 1) continue;
				countedBy[id] = from + 1;
				matches++;
			}
		}
		return [{ word, from, to, matches }];
	});
	return words.sort((a, b) => b.matches - a.matches || a.from - b.from);
}

/** The positions of the `size` clips that match a word best, best first. */
export function rankWord(
	postings: Postings,
	{ word, from, to }: Word,
	order: Order,
	size: number,
): number[] {
	const found = postings.terms
		.slice(from, to)
		.map((term, i): ShardEntry => [term, postingNumbers(postings, postingsOf(postings, from + i))]);
	const { count, average, lengths } = postings;
	const collection = { count, positions: lengths.length, average, order };
	return rank(parseSearch(word), [found], collection)
		.best(size)
		.map(({ id }) => id);
}
