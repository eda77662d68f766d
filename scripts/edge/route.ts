/** Decides which paths belong to the API. */
import { MAX_SLUG_LENGTH, SLUG } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";

/** `%41` means `A`, but an encoded slash is not a slash. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
function decodeUnreserved(path: string): string {
	return path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
		const character = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : encoded;
	});
}

/** What a path of the API stands for: the list, or the clip with a slug, which may not exist. */
export interface ApiRoute {
	readonly slug?: string;
}

/** The endpoint at a URL path, with or without the trailing slash; undefined if there is none. */
export function apiRoute(pathname: string): ApiRoute | undefined {
	const path = decodeUnreserved(pathname).replace(/\/$/, "");
	if (path === API_PATH.slice(0, -1)) return {};
	if (!path.startsWith(API_PATH)) return undefined;
	const slug = path.slice(API_PATH.length);
	return SLUG.test(slug) && slug.length <= MAX_SLUG_LENGTH ? { slug } : undefined;
}

/** Whether a URL path is for the handler to answer, rather than a file to serve. */
export function isApiPath(pathname: string): boolean {
	return /^\/api(\/|$)/.test(decodeUnreserved(pathname));
}
