/** The URLs of a source's files. */
import { InvalidArgumentError } from "commander";
import { baseUrl, parseBaseUrl } from "../console/options.ts";
import { parsedUrl } from "../console/url.ts";
import { API_PATH } from "../contract/links.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER_FILE = POINTER_PATH.slice(1);
export const SIGNATURE_FILE = SIGNATURE_PATH.slice(1);

/** The maximum sizes of a pointer and a store file, in bytes; typical sizes are a few hundred bytes and 100 KB. */
export const [MAX_POINTER, MAX_STORE_FILE] = [64 * 1024, 16 * 1024 * 1024] as const;

/**
 * Matches the ends of URLs that people paste: those of the API, a clip in it, the pointer, the front page, a
 * clip's page, or a document.
 */
const BELOW_SITE = new RegExp(
	`(?:${API_PATH}[^/]*|${API_PATH.slice(0, -1)}|${POINTER_PATH.replace(".", "\\.")}|/(?:index\\.html|clips/[^/]+|docs(?:/\\w+\\.\\w+)?))$`,
);

/** Finds the site that a pasted URL belongs to. Throws a UsageError. */
export function siteUrl(text: string): string {
	const url = parseBaseUrl(text.replace(/[?#].*$/s, ""));
	return parseBaseUrl(url.replace(BELOW_SITE, ""));
}

export function urlOf(source: string, path: string): URL {
	return new URL(`${source}/${path.split("/").map(encodeURIComponent).join("/")}`);
}

/**
 * The http(s) URL of a link on a page; undefined for other links. User names are removed: they are never sent,
 * and messages would show them.
 */
export function linkedUrl(link: string, page: URL): URL | undefined {
	const url = parsedUrl(link, page);
	if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
	url.username = url.password = "";
	return url;
}

/** Adds the value of one `--follow-origin` option to the earlier values. */
export function otherOrigins(text: string, before: readonly string[]): readonly string[] {
	const url = baseUrl(text);
	if (!url.includes("*")) return [...before, url];
	throw new InvalidArgumentError("It must be a single origin; repeat the option for each origin.");
}
