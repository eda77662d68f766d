/** The URLs in answers: links between pages, and media URLs of clips. */
import type { MediaFolder } from "./instant.ts";
import type { Query } from "./query.ts";

/** The path of the API below the base URL, as written in links. */
export const API_PATH = "/api/v1/instants/";

/** The path of the list of tags below the base URL, as written in links. */
export const TAGS_PATH = "/api/v1/tags/";

/** The path of the OpenAPI document. */
export const OPENAPI_PATH = "/openapi.json";

/** The parameters that links repeat. */
export type LinkQuery = Pick<Query, "formats" | "names" | "tags">;

/** The plain listing. */
export const NO_QUERY: LinkQuery = { formats: [], names: [], tags: [] };

/**
 * The absolute URL of a page. Page 1 has no `page` parameter. Values are encoded like those of an HTML form,
 * except that `_ . - ~` is the only punctuation left unescaped.
 * https://docs.python.org/3/library/urllib.parse.html#urllib.parse.quote_plus
 */
export function pageUrl(
	baseUrl: string,
	{ formats, names, tags }: LinkQuery,
	page: number,
	path = API_PATH,
): string {
	const params = new URLSearchParams();
	for (const format of formats) params.append("format", format);
	for (const name of names) params.append("name", name);
	if (page > 1) params.append("page", String(page));
	for (const tag of tags) params.append("tag", tag);
	const query = `${params}`.replaceAll("*", "%2A").replaceAll("%7E", "~");
	return `${baseUrl}${path}${query && `?${query}`}`;
}

/** The absolute URL of one clip in the API. */
export function instantUrl(baseUrl: string, slug: string): string {
	return `${baseUrl}${API_PATH}${slug}/`;
}

/** Absolute URLs of the next and the previous page; null if there is no such page. */
export interface PageLinks {
	readonly next: string | null;
	readonly previous: string | null;
}

/**
 * Links to the pages before and after page `page` of `pages`. Pages are numbered from 1.
 * @param urlOf returns the absolute URL of a page
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

/**
 * The absolute URL of a media file.
 * @param mediaUrl where the media live, without a trailing slash: `{base_url}/media` by default
 * @param path the file's path inside the folder, without URL encoding
 */
export function mediaUrl(mediaUrl: string, folder: MediaFolder, path: string): string {
	// Most paths need no encoding, and a build makes millions of URLs.
	const encoded = /^[\w./-]*$/.test(path) ? path : encodeURIComponent(path).replaceAll("%2F", "/");
	return `${mediaUrl}/${folder}/${encoded}`;
}

/**
 * Proxies accept 4 or 8 KB of headers in total.
 * https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffer_size
 */
const MAX_REDIRECTED_QUERY = 2048;

/** The query for the target of a redirect: unchanged, or empty if it is too long. It starts with `?` or is empty. */
export function redirectedQuery(query: string): string {
	return query.length > MAX_REDIRECTED_QUERY ? "" : query;
}
