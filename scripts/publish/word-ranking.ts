/** What a single word finds, best first, from the postings of the whole catalogue: what the edge rule would say. */
import { rank } from "../search/engine.ts";
import { postingListOf } from "../search/posting-list.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { parseSearch } from "../search/query.ts";
import type { Order } from "../tree/pointer.ts";
import type { Word } from "./vocabulary.ts";

/** Positions of all clips that a word finds, best first. */
export function rankWord(
	postings: Postings,
	{ word, from, to, matches }: Word,
	order: Order,
): number[] {
	const found = postings.terms
		.slice(from, to)
		.map((term, i) => ({ term, list: postingListOf(postingNumbers(postings, from + i)) }));
	const { count, average, lengths } = postings;
	const collection = { count, positions: lengths.length, average, order };
	return rank(parseSearch(word), [found], collection)
		.best(matches)
		.map(({ id }) => id);
}
