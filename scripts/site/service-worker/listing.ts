/**
 * The pages of the listing, made from the whole catalogue in one file: the bytes that the build
 * stored, without a request for each.
 */
import { pageJson } from "../../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl } from "../../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../../contract/page-number.ts";
import { listingPath } from "../../tree/paths.ts";
import type { Pointer } from "../../tree/pointer.ts";

/** The file of a page, from 1; undefined when there is no such page. */
export type Listing = (page: number) => string | undefined;

/**
 * Opens a listing.
 * @param catalogue the text of `all.ndjson`: one clip a line
 * @param firstPage the text of the first page
 */
export function openListing(
	catalogue: string,
	firstPage: string,
	{ base_url, count }: Pick<Pointer, "base_url" | "count">,
): Listing {
	const rows = catalogue.split("\n").slice(0, -1);
	if (rows.length !== count) throw new Error(`all.ndjson has ${rows.length} clips, not ${count}`);
	const pages = pageCount(count);
	const fileOf = (page: number): string => `${base_url}${listingPath(page)}`;
	const { next } = JSON.parse(firstPage) as { next: string | null };
	const linksToFiles = next === fileOf(2);
	const urlOf = (page: number): string =>
		linksToFiles ? fileOf(page) : pageUrl(base_url, NO_QUERY, page);
	return (page) => {
		if (page > pages) return undefined;
		const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
		return pageJson(count, neighbours(urlOf, page, pages), shown);
	};
}

/** The number of the page that a path names; undefined when it names none. */
export function listingPageIn(path: string): number | undefined {
	const number = /^\/v1\/instants\/page\/([1-9][0-9]{0,8})\.json$/.exec(path)?.[1];
	return number === undefined ? undefined : Number(number);
}
