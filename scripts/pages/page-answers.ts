/** Answers for people: clip pages, and texts sent instead of a page or a file. */
import { type Answer, ERROR_CACHE } from "../contract/answers.ts";
import { redirectedQuery } from "../contract/links.ts";

const HTML = {
	"Content-Type": "text/html; charset=utf-8",
	"X-Content-Type-Options": "nosniff",
} as const;

/** Browsers revalidate the page each time, so that a new build is shown at once. */
const CHECKED_CACHE = "public, max-age=0, must-revalidate";

/**
 * Prevents clickjacking: other sites cannot frame ours to make people press its buttons. A `meta` element cannot
 * do that.
 */
export const UNFRAMED = { "Content-Security-Policy": "frame-ancestors 'none'" } as const;

/**
 * The page of a clip, or a page that says that the clip never existed (404) or has been removed (410).
 * @param isEmbed whether the page shows the clip alone, so that other sites may frame it
 * @param tag the entity tag of a page of a clip
 */
export function htmlAnswer(
	status: 200 | 404 | 410,
	body: string,
	isEmbed: boolean,
	tag?: string,
): Answer {
	const framing = isEmbed ? {} : UNFRAMED;
	const caching =
		tag === undefined
			? { "Cache-Control": ERROR_CACHE }
			: { "Cache-Control": CHECKED_CACHE, ETag: tag };
	return { status, headers: { ...HTML, ...framing, ...caching }, body };
}

/** Adds the trailing slash that the page's relative URLs need. The redirect works in any folder. */
export function clipPageRedirect(slug: string, search: string): Answer {
	const headers = {
		Location: `${slug}/${redirectedQuery(search)}`,
		"Cache-Control": CHECKED_CACHE,
	};
	return { status: 301, headers, body: null };
}

/** Plain text instead of a page or a file. */
export function plainText(status: number, body: string, headers: Answer["headers"] = {}): Answer {
	const type = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": ERROR_CACHE };
	return { status, headers: { ...headers, ...type }, body };
}

/** Pages and files allow only GET and HEAD. */
export const READ_ONLY = plainText(405, "Method not allowed.\n", { Allow: "GET, HEAD" });

/** The published tree is missing, damaged, or being replaced. */
export const PAGE_UNAVAILABLE = plainText(
	503,
	"This page is temporarily unavailable. Try again in a minute.\n",
);
