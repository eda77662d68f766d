/** All kinds of answers that the API gives, with their status and headers. */
import { matchesEntityTag } from "./entity-tag.ts";
import { toJson } from "./envelope.ts";
import { OPENAPI_PATH, type PageLinks } from "./links.ts";
import { MAX_TAGS } from "./query.ts";

/** An answer as plain data. Each host's adapter turns it into what that host expects. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Null for an answer without a body. */
	readonly body: string | null;
}

/**
 * Where programs find the description of the API. Relative to the request, so that it is correct at any origin,
 * including a mirror's. https://www.rfc-editor.org/rfc/rfc8631#section-4.2
 */
const SERVICE_LINK = `<${OPENAPI_PATH}>; rel="service-desc"; type="application/json"`;

/** Headers of every answer under `/api/`, including errors. */
const COMMON_HEADERS = {
	"Content-Type": "application/json",
	Allow: "GET, HEAD, OPTIONS",
	Vary: "Accept",
	"X-Content-Type-Options": "nosniff",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers": "ETag, Link",
	Link: SERVICE_LINK,
} as const;

/** Short, so that a new build is visible within a minute. After that time, the entity tag saves the transfer. */
const SUCCESS_CACHE = "public, max-age=60";
/** A request that fails now may work after the next build. */
export const ERROR_CACHE = "no-store";

/**
 * Proxies and clients reject large headers; a common limit is 8 KiB per header. Longer links are left out of the
 * `Link` header, since the body has them too.
 */
const MAX_LINK_HEADER = 4096;

const BODY_HEADERS = { ...COMMON_HEADERS, "Cache-Control": SUCCESS_CACHE };
const { "Content-Type": _, ...BODILESS_HEADERS } = BODY_HEADERS;

function success(status: number, body: string | null, headers: Answer["headers"] = {}): Answer {
	const common = body === null ? BODILESS_HEADERS : BODY_HEADERS;
	return { status, headers: { ...common, ...headers }, body };
}

function failure(status: number, body: unknown): Answer & { readonly body: string } {
	const headers = { ...COMMON_HEADERS, "Cache-Control": ERROR_CACHE };
	return { status, headers, body: toJson(body) };
}

/** https://www.rfc-editor.org/rfc/rfc8288 */
function pageHeaders({ next, previous }: PageLinks, tag: string): Record<string, string> {
	const links: string[] = [];
	if (next !== null) links.push(`<${next}>; rel="next"`);
	if (previous !== null) links.push(`<${previous}>; rel="prev"`);
	const value = [...links, SERVICE_LINK].join(", ");
	return { ETag: tag, Link: value.length > MAX_LINK_HEADER ? SERVICE_LINK : value };
}

/** The same answer for a site in a subfolder, with that folder in front of its paths. */
export function inFolder(answer: Answer, folder: string): Answer {
	const { Link } = answer.headers;
	if (Link === undefined) return answer;
	const moved = Link.replace(`<${OPENAPI_PATH}>`, `<${folder}${OPENAPI_PATH}>`);
	return { ...answer, headers: { ...answer.headers, Link: moved } };
}

const NO_LINKS: PageLinks = { next: null, previous: null };

/** A page of a list with its links, or one clip. */
export function found(body: string, tag: string, links = NO_LINKS): Answer {
	return success(200, body, pageHeaders(links, tag));
}

/**
 * 304 Not Modified if `If-None-Match` lists the entity tag of the answer; otherwise the answer itself.
 * @param encoding the content coding that the host will apply: each coding has its own entity tag
 */
export function unlessKnown(answer: Answer, ifNoneMatch: string | null, encoding?: string): Answer {
	if (encoding === undefined && ifNoneMatch === null) return answer;
	const { ETag: tag, ...others } = answer.headers;
	if (tag === undefined) return answer;
	const ETag = encoding === undefined ? tag : tag.replace(/"$/, `-${encoding}"`);
	if (!matchesEntityTag(ifNoneMatch, ETag)) return { ...answer, headers: { ...others, ETag } };
	const { "Content-Type": _, ...bodiless } = others;
	return { status: 304, headers: { ...bodiless, ETag }, body: null };
}

/** The description of an endpoint, for OPTIONS. */
export function description(name: string): Answer {
	const about = { name, description: "", renders: ["application/json"], parses: [] };
	return success(200, toJson(about));
}

/**
 * The answer to a browser that asks whether a page from another origin may send a request.
 * https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export const PREFLIGHT = success(204, null, {
	"Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
	"Access-Control-Allow-Headers": "*",
	"Access-Control-Max-Age": "86400",
});

/** There is no such page. */
export const INVALID_PAGE = failure(404, { detail: "Invalid page." });

/** There is no such path, clip or format. */
export const NOT_FOUND = failure(404, { detail: "Not found." });

/** The clip was removed, and its slug is never used again. */
export const GONE = failure(410, { detail: "Gone." });

/** The name or a tag contains U+0000. */
export function nullCharacters(parameter: "name" | "tag"): Answer {
	return failure(400, { [parameter]: ["Null characters are not allowed."] });
}

/** There are more tags than one request may have. */
export const TOO_MANY_TAGS = failure(400, {
	tag: [`A request may have at most ${MAX_TAGS} tags.`],
});

/** The method is not GET, HEAD or OPTIONS. */
export function methodNotAllowed(method: string): Answer {
	return failure(405, { detail: `Method "${method}" not allowed.` });
}

/** The search would read more files than one request may. */
export function tooBroad(hasTagsAlone: boolean): Answer {
	return failure(
		400,
		hasTagsAlone
			? { tag: ["This search is too broad: use fewer tags."] }
			: { name: ["This search is too broad: use fewer or longer words."] },
	);
}

/**
 * The published tree is missing, damaged, or being replaced. Some hosts send the body of this answer when the
 * handler is down.
 */
export const UNAVAILABLE = failure(503, {
	detail: "Service temporarily unavailable, try again later.",
});

/** Only search files are missing or damaged; the listing still works. */
export const SEARCH_UNAVAILABLE = failure(503, { detail: "Search is temporarily unavailable." });
