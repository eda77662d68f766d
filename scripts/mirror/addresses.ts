/** Where the files of a source are. */
import { parseBaseUrl } from "../console/options.ts";
import { API_PATH } from "../contract/links.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER_FILE = POINTER_PATH.slice(1);
/** The path of its signature. */
export const SIGNATURE_FILE = SIGNATURE_PATH.slice(1);

/** What the addresses of a site's API, of a clip there, and of files end with. */
const BELOW_SITE = new RegExp(
	`(?:${API_PATH}[^/]*|${API_PATH.slice(0, -1)}|${POINTER_PATH}|/index.html)$`,
);

/** The address of a site, given that of one of its files or of a request to its API. Throws a BaseUrlError. */
export function siteUrl(text: string): string {
	const url = parseBaseUrl(text.replace(/[?#].*$/s, ""));
	return url.replace(BELOW_SITE, "").replace(/\/+$/, "");
}

/** The URL of a file of a source, given its path. */
export function urlOf(source: string, path: string): URL {
	return new URL(`${source}/${path.split("/").map(encodeURIComponent).join("/")}`);
}
