/** Where the files of a source are. */
import { parseBaseUrl } from "../console/options.ts";
import { API_PATH } from "../contract/links.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER_FILE = POINTER_PATH.slice(1);
/** The path of its signature. */
export const SIGNATURE_FILE = SIGNATURE_PATH.slice(1);

/** The address of a site, given that of one of its files or of a request to its API. Throws a BaseUrlError. */
export function siteUrl(text: string): string {
	const url = parseBaseUrl(text.replace(/[?#].*$/s, ""));
	const below = [API_PATH.replace(/\/$/, ""), POINTER_PATH, "/index.html"];
	const end = below.find((path) => url.endsWith(path)) ?? "";
	return url.slice(0, url.length - end.length).replace(/\/+$/, "");
}

/** The URL of a file of a source, given its path. */
export function urlOf(source: string, path: string): URL {
	return new URL(`${source}/${path.split("/").map(encodeURIComponent).join("/")}`);
}
