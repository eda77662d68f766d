/**
 * Precomputes pages, as far as the file budget allows: the listing if all of it fits, then, where no code
 * answers, a page for each clip if all of them fit, then pages of single words. A page is the API's answer to a
 * request without `format`, except that its links may point to files, for hosts that ignore queries.
 */

import { listJson } from "../contract/envelope.ts";
import { type LinkQuery, NO_QUERY, neighbours, pageUrl } from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";
import { clipEmbed, clipEmbedPath } from "../pages/clip-embed.ts";
import { absencePage, clipPage, clipPagePath } from "../pages/clip-page.ts";
import { lettersOf } from "../search/tokens.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import { pagesEntry } from "../tree/page-index.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { allRunCode, type Work } from "./build-options.ts";
import { fits } from "./file-budget.ts";
import type { ClipTemplates } from "./site-writer.ts";
import { writeIndex } from "./store-files.ts";
import { rankWord, vocabulary } from "./vocabulary.ts";

export interface Precomputed {
	readonly listingPages: number;
	readonly clipPages: number;
	readonly wordPages: number;
	/** How many words have pages. */
	readonly words: number;
	/** The roots of the indexes of these pages. */
	readonly roots: Pick<Pointer, "listing" | "words">;
}

/**
 * Where code answers, only the words that match the most clips have pages, and each has only its first page:
 * these pages are the most expensive to compose, and every new clip changes the pages of its words. With a
 * million clips, 150 of these words have one or two letters.
 */
export const COMMON_WORDS = 650;

/** The maximum number of bytes of rows in word pages, since a clip is in the pages of every word of its name. */
const MAX_WORD_BYTES = 100_000_000;

/** @param templates the templates of clip pages; undefined for no clip pages */
export async function precompute(
	work: Work,
	templates: ClipTemplates | undefined,
): Promise<Precomputed> {
	const { listing, listingPages } = await writeListing(work);
	const clipPages = templates === undefined ? 0 : await writeClipPages(work, templates);
	const { root: words, ...ofWords } = await writeWords(work);
	return { listingPages, clipPages, ...ofWords, roots: { listing, words } };
}

/** How many pages an index entry covers: together they list about as many clips as two packs contain. */
const PAGES_IN_ENTRY = 10;

async function writeListing(work: Work): Promise<{ listing?: string; listingPages: number }> {
	const { tree, content, postings, options } = work;
	const last = pageCount(postings.count);
	if (!fits(work, last)) return { listingPages: 0 };
	const clips = [...content.slugs.keys()].filter((position) => !content.rows.isRemoved(position));
	const listed = options.order === "first" ? clips : clips.reverse();
	const hashes = await writePages(work, listed, listed.length, NO_QUERY, listingPath);
	const entries = Array.from({ length: Math.ceil(last / PAGES_IN_ENTRY) }, (_, i) => {
		const at = i * PAGES_IN_ENTRY;
		return pagesEntry(at + 1, hashes.slice(at, at + PAGES_IN_ENTRY));
	});
	return { listingPages: last, listing: await writeIndex(tree, "listing", entries) };
}

/**
 * Writes a page for each clip, and for each removed clip with a reason. Returns how many clips have a page, not
 * counting removed clips.
 */
async function writeClipPages(
	{ tree, content, site }: Work,
	templates: ClipTemplates,
): Promise<number> {
	const { slugs, rows, urls, reasons } = content;
	const write = (slug: string, page: string) => tree.write(`${clipPagePath(slug)}index.html`, page);
	for (const [position, reason] of reasons)
		write(slugs[position] ?? "", absencePage(templates.gone, "../../", reason));
	let pages = 0;
	for (const [position, slug] of slugs.entries()) {
		const row = rows.at(position);
		if (row === undefined) continue;
		write(slug, clipPage(templates.clip, row, urls.base));
		tree.write(clipEmbedPath(slug), clipEmbed(row, site.title, urls.base));
		pages++;
		await tree.pause();
	}
	return pages;
}

/**
 * Writes the pages of words, starting with the words that match the most clips. Where no code answers, writes all
 * pages of each word.
 */
async function writeWords(
	work: Work,
): Promise<{ root?: string } & Pick<Precomputed, "words" | "wordPages">> {
	const { tree, content, postings, options } = work;
	const none = { words: 0, wordPages: 0 };
	if (!fits(work, 1)) return none;
	const all = vocabulary(postings);
	const [candidates, most] = allRunCode(options.hosts)
		? [all.slice(0, COMMON_WORDS), PAGE_SIZE]
		: [all, Number.POSITIVE_INFINITY];
	const entries: IndexEntry<string>[] = [];
	let [wordPages, bytes] = [0, 0];
	for (const word of candidates) {
		const shown = Math.min(word.matches, most);
		const letters = lettersOf(word.word);
		const key = wordKey(letters);
		const last = pageCount(shown);
		if (!fits(work, last) || key.length > MAX_KEY_LENGTH) continue;
		const found = rankWord(postings, word, options.order, shown);
		bytes += found.reduce((sum, position) => sum + content.rows.size(position), 0);
		if (bytes > MAX_WORD_BYTES) break;
		const query = { ...NO_QUERY, names: [letters] };
		const pathOf = (page: number) => wordPath(key, page);
		entries.push(pagesEntry(letters, await writePages(work, found, word.matches, query, pathOf)));
		wordPages += last;
	}
	if (entries.length === 0) return none;
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	const root = await writeIndex(tree, "words", entries);
	return { words: entries.length, wordPages, root };
}

/**
 * Writes the pages of some clips, in this order. Returns their hashes.
 * @param count the number of clips in the whole list, which begins with these clips
 */
async function writePages(
	{ tree, content, options }: Work,
	positions: readonly number[],
	count: number,
	query: LinkQuery,
	pathOf: (page: number) => string,
): Promise<string[]> {
	const baseUrl = content.urls.base;
	const runsCode = allRunCode(options.hosts);
	const urlOf = (page: number): string =>
		runsCode ? pageUrl(baseUrl, query, page) : `${baseUrl}${pathOf(page)}`;
	const written = pageCount(positions.length);
	const hashes: string[] = [];
	for (let page = 1; page <= written; page++) {
		const shown = positions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		const rows = shown.map((position) => content.rows.at(position) ?? "");
		const text = listJson(count, neighbours(urlOf, page, pageCount(count)), rows);
		hashes.push(tree.write(pathOf(page), text).sha256);
		await tree.pause();
	}
	return hashes;
}
