/** The URLs in answers: links between pages, and the media of clips. */
import type { MediaFolder } from "./instant.ts";
import type { Query } from "./query.ts";

/** The path of the API under the base URL, as links spell it. */
export const API_PATH = "/api/v1/instants/";

/** The path of the OpenAPI document. */
export const OPENAPI_PATH = "/openapi.json";

/** The parameters that links repeat. */
export type LinkQuery = Pick<Query, "formats" | "names">;

/** The plain listing. */
export const NO_QUERY: LinkQuery = { formats: [], names: [] };

/**
 * Encodes a value like an HTML form, except that only `A-Z a-z 0-9 _ . - ~` stay bare.
 * https://docs.python.org/3/library/urllib.parse.html#urllib.parse.quote_plus
 */
function formEncode(value: string): string {
	return encodeURIComponent(value)
		.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
		.replaceAll("%20", "+");
}

/** The complete URL of a page. Page 1 has no `page` parameter. */
export function pageUrl(baseUrl: string, query: LinkQuery, page: number): string {
	const pairs = [
		...query.formats.map((value) => `format=${formEncode(value)}`),
		...query.names.map((value) => `name=${formEncode(value)}`),
		...(page === 1 ? [] : [`page=${page}`]),
	];
	return `${baseUrl}${API_PATH}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** The complete URL of one clip in the API. */
export function instantUrl(baseUrl: string, slug: string): string {
	return `${baseUrl}${API_PATH}${slug}/`;
}

/** What stored pages link to: the API with a query, or the files of other pages. */
export type LinkStyle = "query" | "path";

/** Complete URLs of the pages before and after; null if there is none. */
export interface PageLinks {
	readonly next: string | null;
	readonly previous: string | null;
}

/**
 * The neighbours of page `page` out of `pages`, both from 1.
 * @param urlOf the complete URL of a page
 */
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

/** The neighbours of page `page` out of `pages`, both from 1, as API requests. */
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
	return `${mediaUrl}/${folder}/${encodeURIComponent(path).replaceAll("%2F", "/")}`;
}
