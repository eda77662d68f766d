/**
 * Pages composed in advance: the bytes that the API answers when it is asked without `format`, or the
 * same with links to files, for hosts that ignore a query.
 */
import { pageJson } from "../contract/envelope.ts";
import { type LinkQuery, NO_QUERY, neighbours, pageUrl } from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";
import type { LinkStyle } from "../hosts/host.ts";
import { listingPath, wordKey, wordPath } from "../tree/paths.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** What pages link to. */
export interface PageLinksTo {
	/** No trailing slash. */
	readonly baseUrl: string;
	readonly links: LinkStyle;
}

/** Writes the pages of the listing. `rows` are all clips in the order of the catalogue, as JSON. */
export function writeListing(tree: TreeWriter, rows: readonly string[], to: PageLinksTo): void {
	writePages(tree, rows, NO_QUERY, listingPath, to);
}

/** Writes the result pages of a word. `rows` are all clips it finds, best first, as JSON. */
export function writeWord(
	tree: TreeWriter,
	word: string,
	rows: readonly string[],
	to: PageLinksTo,
): void {
	const key = wordKey(word);
	writePages(tree, rows, { formats: [], names: [word] }, (page) => wordPath(key, page), to);
}

function writePages(
	tree: TreeWriter,
	rows: readonly string[],
	query: LinkQuery,
	pathOf: (page: number) => string,
	{ baseUrl, links }: PageLinksTo,
): void {
	const pages = pageCount(rows.length);
	const urlOf = (page: number): string =>
		links === "path" ? `${baseUrl}${pathOf(page)}` : pageUrl(baseUrl, query, page);
	for (let page = 1; page <= pages; page++) {
		const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		tree.write(pathOf(page), pageJson(rows.length, neighbours(urlOf, page, pages), shown));
	}
}
