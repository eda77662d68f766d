/**
 * Precomputes pages: the listing if all of it fits the file budget, then a page for each clip if all of
 * them fit, then single words until the budget is used up. A page is what the API answers to a request without `format`, except that its links may
 * lead to files, for hosts that ignore queries.
 */
import { setImmediate } from "node:timers/promises";
import type { OnProgress } from "../console/progress.ts";
import { clipPage, clipPagePath } from "../contract/clip-page.ts";
import { listJson } from "../contract/envelope.ts";
import {
	type LinkQuery,
	type LinkStyle,
	NO_QUERY,
	neighbours,
	pageUrl,
} from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";
import type { Postings } from "../search/postings.ts";
import { listingPath, wordKey, wordPath } from "../tree/paths.ts";
import type { Order } from "../tree/pointer.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";
import { rankWord, vocabulary, withinBudget } from "./vocabulary.ts";

export interface Precomputed {
	readonly listingPages: number;
	readonly clipPages: number;
	readonly wordPages: number;
	/** How many words have pages. */
	readonly words: number;
	readonly wordsKnown: number;
}

/** The most bytes of rows in pages of words, since a clip is in the pages of every word of its name. */
const MAX_WORD_BYTES = 100_000_000;

/** Files written before other events get their turn: some milliseconds of work. */
const FILES_A_TURN = 100;

interface Facts {
	readonly tree: TreeWriter;
	readonly content: Content;
	readonly postings: Postings;
	readonly order: Order;
	readonly links: LinkStyle;
	/** What the page of a clip is made from; undefined for no pages. */
	readonly clipTemplate: string | undefined;
	/** The most files to write. */
	readonly budget: number;
	readonly onProgress: OnProgress;
}

export async function precompute(facts: Facts): Promise<Precomputed> {
	const { tree, content, postings, order, budget } = facts;
	const none = {
		listingPages: 0,
		clipPages: 0,
		wordPages: 0,
		words: 0,
		wordsKnown: postings.terms.length,
	};
	const listingPages = pageCount(postings.count);
	// Pages of words contain counts, which change with every clip. So there are none without the listing.
	if (listingPages > budget) return none;
	const rows = [...content.rows()];
	const clips = rows.filter((row) => row !== undefined);
	const listed = order === "first" ? clips : clips.toReversed();
	await writePages(facts, listed, NO_QUERY, listingPath);

	const clipPages = await writeClipPages(facts, rows);
	const chosen = withinBudget(vocabulary(postings), budget - listingPages - clipPages);
	const before = tree.count;
	const expected = chosen.reduce((sum, { matches }) => sum + pageCount(matches), 0);
	let words = 0;
	let bytes = 0;
	for (const word of chosen) {
		const written = listingPages + tree.count - before;
		facts.onProgress("writing pages", written, listingPages + expected);
		const found = rankWord(postings, word, order).map((position) => rows[position] ?? "");
		bytes += Buffer.byteLength(found.join(""));
		if (bytes > MAX_WORD_BYTES) break;
		const key = wordKey(word.word);
		const query = { formats: [], names: [word.word] };
		await writePages(facts, found, query, (page) => wordPath(key, page));
		words++;
	}
	return { ...none, listingPages, clipPages, wordPages: tree.count - before, words };
}

/** Returns how many were written: a page for each clip, or none. */
async function writeClipPages(
	{ tree, content, clipTemplate, onProgress }: Facts,
	rows: readonly (string | undefined)[],
): Promise<number> {
	if (clipTemplate === undefined) return 0;
	const written = tree.count;
	const baseUrl = content.urls.base;
	let before = 0;
	for (const [position, row] of rows.entries()) {
		if (row === undefined) continue;
		const path = `${clipPagePath(content.slugs[position] ?? "")}index.html`;
		tree.write(path, clipPage(clipTemplate, row, { before, baseUrl }));
		before++;
		if (tree.count % FILES_A_TURN !== 0) continue;
		onProgress("writing pages of clips", position, rows.length);
		await setImmediate();
	}
	return tree.count - written;
}

async function writePages(
	{ tree, content, links }: Facts,
	rows: readonly string[],
	query: LinkQuery,
	pathOf: (page: number) => string,
): Promise<void> {
	const baseUrl = content.urls.base;
	const pages = pageCount(rows.length);
	const urlOf = (page: number): string =>
		links === "path" ? `${baseUrl}${pathOf(page)}` : pageUrl(baseUrl, query, page);
	for (let page = 1; page <= pages; page++) {
		const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		tree.write(pathOf(page), listJson(rows.length, neighbours(urlOf, page, pages), shown));
		// Ctrl-C is only noticed between turns of the event loop.
		if (tree.count % FILES_A_TURN === 0) await setImmediate();
	}
}
