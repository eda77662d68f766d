/**
 * Listing pages composed from the catalogue file, byte for byte as the build wrote them, so that the
 * worker does not have to store thousands of files.
 */
import { pageJson } from "../../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl } from "../../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../../contract/page-number.ts";
import { listingPath } from "../../tree/paths.ts";
import type { Pointer } from "../../tree/pointer.ts";

/** The text of a page, from 1; undefined when there is no such page. */
export type Listing = (page: number) => string | undefined;

/**
 * @param catalogue the text of `all.ndjson`: one clip a line
 * @param firstPage the text of the first page, which shows what pages link to
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

/** The page number in the path of a listing page; undefined for any other path. */
export function listingPageIn(path: string): number | undefined {
	const number = /^\/v1\/instants\/page\/([1-9][0-9]{0,8})\.json$/.exec(path)?.[1];
	return number === undefined ? undefined : Number(number);
}
