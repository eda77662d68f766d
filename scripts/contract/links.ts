/** The URLs that answers carry: links between pages, and the media of a clip. */
import type { MediaFolder } from "./instant.ts";
import type { Query } from "./query.ts";

/** Where the API answers, under the base URL. Links always use this spelling. */
export const API_PATH = "/api/v1/instants/";

/** The description of the API for programs. */
export const OPENAPI_PATH = "/openapi.json";

/** The parameters that a link repeats. */
export type LinkQuery = Pick<Query, "formats" | "names">;

/** A query that asks for the plain listing. */
export const NO_QUERY: LinkQuery = { formats: [], names: [] };

/**
 * Encodes one value as an HTML form does, leaving only `A-Z a-z 0-9 _ . - ~` bare.
 * https://docs.python.org/3/library/urllib.parse.html#urllib.parse.quote_plus
 */
function formEncode(value: string): string {
	return encodeURIComponent(value)
		.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
		.replaceAll("%20", "+");
}

/** The complete URL of one page of a query. Page 1 is spelled without `page`. */
export function pageUrl(baseUrl: string, query: LinkQuery, page: number): string {
	const pairs = [
		...query.formats.map((value) => `format=${formEncode(value)}`),
		...query.names.map((value) => `name=${formEncode(value)}`),
		...(page === 1 ? [] : [`page=${page}`]),
	];
	return `${baseUrl}${API_PATH}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** The neighbours of a page; null where there is none. */
export interface PageLinks {
	readonly next: string | null;
	readonly previous: string | null;
}

/** Links of page `page` out of `pages` (both 1-based), whose complete URLs `urlOf` knows. */
export function neighbours(
	urlOf: (page: number) => string,
	page: number,
	pages: number,
): PageLinks {
	return {
		next: page < pages ? urlOf(page + 1) : null,
		previous: page > 1 ? urlOf(page - 1) : null,
	};
}

/** Links of page `page` out of `pages` (both 1-based) of a query. */
export function pageLinks(
	baseUrl: string,
	query: LinkQuery,
	page: number,
	pages: number,
): PageLinks {
	return neighbours((n) => pageUrl(baseUrl, query, n), page, pages);
}

/**
 * The complete URL of a media file.
 * @param mediaUrl where the media live, without a trailing slash: `{base_url}/media` by default
 * @param path the file's path inside the folder, not encoded
 */
export function mediaUrl(mediaUrl: string, folder: MediaFolder, path: string): string {
	return `${mediaUrl}/${folder}/${path.split("/").map(encodeURIComponent).join("/")}`;
}
