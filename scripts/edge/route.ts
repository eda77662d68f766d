/** Decides which answer a path requests. */
import { MAX_SLUG_LENGTH, SLUG } from "../contract/instant.ts";
import { API_PATH, TAGS_PATH } from "../contract/links.ts";

/** What a path requests: `embed` is oEmbed, for other sites that show a clip, and a page is HTML for people. */
export interface Route {
	readonly kind: "list" | "tags" | "clip" | "embed" | "page of a clip" | "nothing";
	/** Empty if the path has no valid slug. A valid slug need not belong to a clip. */
	readonly slug: string;
	/** Whether the path of a page has a slash after the slug. */
	readonly hasSlash?: boolean;
}

/** Finds the route for a path. In the API, a trailing slash makes no difference. */
export function routeOf(pathname: string): Route {
	const path = decodeUnreserved(pathname);
	if (path.startsWith("/clips")) return clipPageRoute(path);
	const endpoint = path.replace(/\/$/, "");
	if (endpoint === API_PATH.slice(0, -1)) return { kind: "list", slug: "" };
	if (endpoint === TAGS_PATH.slice(0, -1)) return { kind: "tags", slug: "" };
	const slug = endpoint.startsWith(API_PATH) ? endpoint.slice(API_PATH.length) : "";
	return isSlug(slug) ? { kind: "clip", slug } : { kind: "nothing", slug: "" };
}

/** Finds the route for a path under `/clips`, which may also be the path of a page's file. */
function clipPageRoute(path: string): Route {
	const [, slug = "", rest] = /^\/clips\/([^/]*)(\/(index\.html|oembed\.json)?)?$/.exec(path) ?? [];
	if (!isSlug(slug)) return { kind: "page of a clip", slug: "", hasSlash: true };
	if (rest === "/oembed.json") return { kind: "embed", slug };
	return { kind: "page of a clip", slug, hasSlash: rest !== undefined };
}

/** Whether the handler answers requests for a URL path. All other paths are files. */
export function isHandled(pathname: string): boolean {
	return /^\/(api|clips)(\/|$)/.test(decodeUnreserved(pathname));
}

/**
 * Decodes characters that need no encoding: `%41` means `A`, but an encoded slash is not a slash.
 * https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2
 */
export function decodeUnreserved(path: string): string {
	return path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
		const character = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : encoded;
	});
}

function isSlug(text: string): boolean {
	return SLUG.test(text) && text.length <= MAX_SLUG_LENGTH;
}
