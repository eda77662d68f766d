/**
 * Precomputes pages, as far as the file budget allows: the listing if all of it fits, then, where no code
 * answers, a page for each clip if all of them fit, then pages of single words. A page is what the API answers to a request without
 * `format`, except that its links may lead to files, for hosts that ignore queries.
 */
import { clipEmbed, clipEmbedPath } from "../contract/clip-embed.ts";
import { absencePage, clipPage, clipPagePath } from "../contract/clip-page.ts";
import { listJson } from "../contract/envelope.ts";
import { type LinkQuery, NO_QUERY, neighbours, pageUrl } from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";
import { lettersOf } from "../search/tokens.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../tree/paths.ts";
import { allRunCode, type Work } from "./build-options.ts";
import { fits } from "./file-budget.ts";
import type { ClipTemplates } from "./site-writer.ts";
import { rankWord, vocabulary } from "./vocabulary.ts";

export interface Precomputed {
	readonly listingPages: number;
	readonly clipPages: number;
	readonly wordPages: number;
	/** How many words have pages. */
	readonly words: number;
}

/**
 * Where code answers, only the words that match the most clips have a page, and only their first: those are
 * the most expensive to compose, and every new clip changes the pages of its words. Of a million clips, 150
 * of them are one or two letters.
 */
export const COMMON_WORDS = 650;

/** The most bytes of rows in pages of words, since a clip is in the pages of every word of its name. */
const MAX_WORD_BYTES = 100_000_000;

/** @param templates those of clip pages; undefined for no clip pages */
export async function precompute(
	work: Work,
	templates: ClipTemplates | undefined,
): Promise<Precomputed> {
	const listingPages = await writeListing(work);
	const clipPages = templates === undefined ? 0 : await writeClipPages(work, templates);
	return { listingPages, clipPages, ...(await writeWords(work)) };
}

async function writeListing(work: Work): Promise<number> {
	const { content, postings, options } = work;
	const last = pageCount(postings.count);
	if (!fits(work, last)) return 0;
	const clips = [...content.slugs.keys()].filter((position) => !content.rows.isRemoved(position));
	const listed = options.order === "first" ? clips : clips.reverse();
	return writePages(work, listed, listed.length, NO_QUERY, listingPath);
}

/** Writes a page for each clip, and for each that was removed for a reason. Returns how many clips have one. */
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

/** Without code, the words that find the most clips get all of their pages. */
async function writeWords(work: Work): Promise<Pick<Precomputed, "words" | "wordPages">> {
	const { content, postings, options } = work;
	if (!fits(work, 1)) return { words: 0, wordPages: 0 };
	const all = vocabulary(postings);
	const [candidates, most] = allRunCode(options.hosts)
		? [all.slice(0, COMMON_WORDS), PAGE_SIZE]
		: [all, Number.POSITIVE_INFINITY];
	let [words, wordPages, bytes] = [0, 0, 0];
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
		wordPages += await writePages(work, found, word.matches, query, (page) => wordPath(key, page));
		words++;
	}
	return { words, wordPages };
}

/**
 * Writes the pages of some clips, in this order. Returns how many.
 * @param count the number of clips in the whole list, which begins with these
 */
async function writePages(
	{ tree, content, options }: Work,
	positions: readonly number[],
	count: number,
	query: LinkQuery,
	pathOf: (page: number) => string,
): Promise<number> {
	const baseUrl = content.urls.base;
	const runsCode = allRunCode(options.hosts);
	const urlOf = (page: number): string =>
		runsCode ? pageUrl(baseUrl, query, page) : `${baseUrl}${pathOf(page)}`;
	const written = pageCount(positions.length);
	for (let page = 1; page <= written; page++) {
		const shown = positions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		const rows = shown.map((position) => content.rows.at(position) ?? "");
		tree.write(pathOf(page), listJson(count, neighbours(urlOf, page, pageCount(count)), rows));
		await tree.pause();
	}
	return written;
}
