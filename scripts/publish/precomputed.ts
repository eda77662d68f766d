/**
 * Precomputes pages, as far as the file budget allows: the listing if all of it fits, then a page for each
 * clip if all of them fit, then pages of single words. A page is what the API answers to a request without
 * `format`, except that its links may lead to files, for hosts that ignore queries.
 */
import { clipEmbed, clipEmbedPath } from "../contract/clip-embed.ts";
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
import type { PostingList } from "../search/posting-list.ts";
import type { Postings } from "../search/postings.ts";
import { lettersOf } from "../search/tokens.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../tree/paths.ts";
import type { Order } from "../tree/pointer.ts";
import type { Content } from "./content.ts";
import type { FileBudget } from "./file-budget.ts";
import type { TreeWriter } from "./tree-writer.ts";
import { rankWord, vocabulary, type Word } from "./vocabulary.ts";

export interface Precomputed {
	readonly listingPages: number;
	readonly clipPages: number;
	readonly wordPages: number;
	/** How many words have pages. */
	readonly words: number;
	readonly wordsKnown: number;
}

/**
 * Where code answers, only the words that match the most clips have a page, and only their first: those are
 * the most expensive to compose, and every new clip changes the pages of its words.
 */
export const COMMON_WORDS = 500;

/** The most bytes of rows in pages of words, since a clip is in the pages of every word of its name. */
const MAX_WORD_BYTES = 100_000_000;

interface Facts {
	readonly tree: TreeWriter;
	readonly content: Content;
	readonly postings: Postings;
	/** The posting list of each word. */
	readonly lists: readonly PostingList[];
	readonly order: Order;
	readonly links: LinkStyle;
	/** The template of clip pages; undefined for no clip pages. */
	readonly clipTemplate: string | undefined;
	/** The title of the site; undefined where code describes clips to other sites. */
	readonly provider: string | undefined;
	readonly budget: FileBudget;
}

export async function precompute(facts: Facts): Promise<Precomputed> {
	const listingPages = await writeListing(facts);
	const clipPages = await writeClipPages(facts);
	// Where there is no code, the listing comes first: without it, nothing can be browsed.
	const wantsWords = facts.links === "query" || listingPages > 0;
	const all = vocabulary(facts.postings);
	const words = wantsWords ? await writeWords(facts, all) : { words: 0, wordPages: 0 };
	return { listingPages, clipPages, ...words, wordsKnown: all.length };
}

async function writeListing(facts: Facts): Promise<number> {
	const { content, postings, order, budget } = facts;
	const last = pageCount(postings.count);
	if (!budget.fits(last, listingPath(last))) return 0;
	const clips = [...content.slugs.keys()].filter((position) => !content.rows.isRemoved(position));
	const listed = order === "first" ? clips : clips.reverse();
	return writePages(facts, listed, listed.length, NO_QUERY, listingPath);
}

/** Writes a page for each clip, or none. Returns how many. */
async function writeClipPages({ tree, content, clipTemplate, provider }: Facts): Promise<number> {
	if (clipTemplate === undefined) return 0;
	const { slugs, rows, urls } = content;
	let before = 0;
	for (const [position, slug] of slugs.entries()) {
		const row = rows.at(position);
		if (row === undefined) continue;
		const page = clipPage(clipTemplate, row, { before, baseUrl: urls.base });
		tree.write(`${clipPagePath(slug)}index.html`, page);
		if (provider !== undefined)
			tree.write(clipEmbedPath(slug), clipEmbed(row, provider, urls.base));
		before++;
		await tree.pause();
	}
	return before;
}

/** Where there is no code, the words that find the most clips have all of their pages. */
async function writeWords(
	facts: Facts,
	all: readonly Word[],
): Promise<Pick<Precomputed, "words" | "wordPages">> {
	const { content, postings, lists, order, links, budget } = facts;
	if (!budget.fits(1, wordPath(wordKey(""), 1))) return { words: 0, wordPages: 0 };
	const [candidates, most] =
		links === "path" ? [all, Number.POSITIVE_INFINITY] : [all.slice(0, COMMON_WORDS), PAGE_SIZE];
	let [words, wordPages, bytes] = [0, 0, 0];
	for (const word of candidates) {
		const shown = Math.min(word.matches, most);
		const letters = lettersOf(word.word);
		const key = wordKey(letters);
		const last = pageCount(shown);
		if (!budget.fits(last, wordPath(key, last)) || key.length > MAX_KEY_LENGTH) continue;
		const found = rankWord(postings, lists, word, order, shown);
		bytes += found.reduce((sum, position) => sum + content.rows.size(position), 0);
		if (bytes > MAX_WORD_BYTES) break;
		const query = { ...NO_QUERY, names: [letters] };
		wordPages += await writePages(facts, found, word.matches, query, (page) => wordPath(key, page));
		words++;
	}
	return { words, wordPages };
}

/**
 * Writes the pages of some clips, in this order. Returns how many.
 * @param count how many clips the whole list has, of which these are the first
 */
async function writePages(
	{ tree, content, links }: Facts,
	positions: readonly number[],
	count: number,
	query: LinkQuery,
	pathOf: (page: number) => string,
): Promise<number> {
	const baseUrl = content.urls.base;
	const urlOf = (page: number): string =>
		links === "path" ? `${baseUrl}${pathOf(page)}` : pageUrl(baseUrl, query, page);
	const written = pageCount(positions.length);
	for (let page = 1; page <= written; page++) {
		const shown = positions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		const rows = shown.map((position) => content.rows.at(position) ?? "");
		tree.write(pathOf(page), listJson(count, neighbours(urlOf, page, pageCount(count)), rows));
		await tree.pause();
	}
	return written;
}
