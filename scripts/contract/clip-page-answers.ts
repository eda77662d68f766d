/** The answers to requests for the pages of clips, which people open. */
import { type Answer, ERROR_CACHE } from "./answers.ts";
import { redirectedQuery } from "./links.ts";

const HTML = {
	"Content-Type": "text/html; charset=utf-8",
	"X-Content-Type-Options": "nosniff",
} as const;

/** A build is seen at once, since browsers ask each time. */
const CHECKED_CACHE = "public, max-age=0, must-revalidate";

/** No other site may show ours in a frame and have people press its buttons. A `meta` element cannot say that. */
export const UNFRAMED = { "Content-Security-Policy": "frame-ancestors 'none'" } as const;

/**
 * A page.
 * @param isEmbed whether it shows the clip alone, which other sites may have in a frame
 */
export function htmlAnswer(body: string, tag: string, isEmbed: boolean): Answer {
	const headers = {
		...HTML,
		...(isEmbed ? {} : UNFRAMED),
		"Cache-Control": CHECKED_CACHE,
		ETag: tag,
	};
	return { status: 200, headers, body };
}

/** A page in the place of one that never was (404), or is no more (410). */
export function htmlFailure(status: 404 | 410, body: string): Answer {
	return { status, headers: { ...HTML, ...UNFRAMED, "Cache-Control": ERROR_CACHE }, body };
}

/** The address ends in a slash, so that the page's relative addresses are right. Works in any folder. */
export function withSlash(slug: string, search: string): Answer {
	const headers = {
		Location: `${slug}/${redirectedQuery(search)}`,
		"Cache-Control": CHECKED_CACHE,
	};
	return { status: 301, headers, body: null };
}

/** Pages are only read. */
export function readOnly(): Answer {
	return plain(405, "Method not allowed.\n", { Allow: "GET, HEAD" });
}

/** The published tree is missing, damaged, or being replaced. */
export function pageUnavailable(): Answer {
	return plain(503, "This page is temporarily unavailable. Try again in a minute.\n");
}

function plain(status: number, body: string, headers: Record<string, string> = {}): Answer {
	const type = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": ERROR_CACHE };
	return { status, headers: { ...headers, ...type }, body };
}
