/** Which pages are composed in advance: the listing if all of it fits, then words, as many as the files suffice for. */

import type { OnProgress } from "../console/progress.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Postings } from "../search/postings.ts";
import type { Order } from "../tree/pointer.ts";
import type { Content } from "./content.ts";
import { type PageLinksTo, writeListing, writeWord } from "./pages.ts";
import type { TreeWriter } from "./tree-writer.ts";
import { vocabulary, withinBudget } from "./vocabulary.ts";
import { rankWord } from "./word-ranking.ts";

/** What was composed in advance. */
export interface Precomputed {
	readonly listingPages: number;
	readonly wordPages: number;
	readonly words: number;
	readonly wordsKnown: number;
}

interface Facts {
	readonly tree: TreeWriter;
	readonly content: Content;
	readonly postings: Postings;
	readonly order: Order;
	readonly to: PageLinksTo;
	/** Most files that may be written. */
	readonly budget: number;
	readonly onProgress: OnProgress;
}

/** Writes the pages. */
export function precompute({
	tree,
	content,
	postings,
	order,
	to,
	budget,
	onProgress,
}: Facts): Precomputed {
	const none = { listingPages: 0, wordPages: 0, words: 0, wordsKnown: postings.terms.length };
	const listingPages = pageCount(postings.count);
	if (listingPages > budget) return none;
	const rows = [...content.rows()];
	const clips = rows.filter((row) => row !== undefined);
	writeListing(tree, order === "first" ? clips : clips.toReversed(), to);
	// The pages of a word hold its count, so they change with every clip; without the listing there are none.
	const words = withinBudget(vocabulary(postings), budget - listingPages);
	const wordPages = words.reduce((sum, { matches }) => sum + pageCount(matches), 0);
	const before = tree.count - listingPages;
	for (const word of words) {
		onProgress("writing pages", tree.count - before, listingPages + wordPages);
		const found = rankWord(postings, word, order).map((position) => rows[position] ?? "");
		writeWord(tree, word.word, found, to);
	}
	return {
		...none,
		listingPages,
		words: words.length,
		wordPages,
	};
}
