/** Decides which paths the handler answers. */
import { MAX_SLUG_LENGTH, SLUG } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";

/** `%41` means `A`, but an encoded slash is not a slash. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
export function decodeUnreserved(path: string): string {
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
	return isSlug(slug) ? { slug } : undefined;
}

/** Whether a URL path is for the handler to answer, rather than a file to serve. */
export function isHandled(pathname: string): boolean {
	return /^\/(api|clips)(\/|$)/.test(decodeUnreserved(pathname));
}

/** Whether a URL path that the handler answers is of a page for people, rather than of the API. */
export function isPagePath(pathname: string): boolean {
	return decodeUnreserved(pathname).startsWith("/clips");
}

/** The clip whose page is at a URL path, which may be that of its file; undefined for one that no clip can have. */
export function clipPageRoute(
	pathname: string,
): { readonly slug: string; readonly hasSlash: boolean } | undefined {
	const path = decodeUnreserved(pathname);
	const [, slug = "", rest] = /^\/clips\/([^/]*)(\/(?:index\.html)?)?$/.exec(path) ?? [];
	return isSlug(slug) ? { slug, hasSlash: rest !== undefined } : undefined;
}

function isSlug(text: string): boolean {
	return SLUG.test(text) && text.length <= MAX_SLUG_LENGTH;
}
