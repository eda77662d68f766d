/** Every kind of answer the API gives, with its status and headers. */
import { toJson } from "./envelope.ts";
import type { PageLinks } from "./links.ts";
import { OPENAPI_PATH } from "./paths.ts";

/**
 * Where programs find the description of the API. Relative to the request, so that it is right for
 * every origin, of a mirror too. https://www.rfc-editor.org/rfc/rfc8631#section-4.2
 */
const SERVICE_LINK = `<${OPENAPI_PATH}>; rel="service-desc"; type="application/json"`;

/** Headers of every answer under `/api/`, errors too. */
export const COMMON_HEADERS = {
	"Content-Type": "application/json",
	Allow: "GET, HEAD, OPTIONS",
	Vary: "Accept",
	"X-Content-Type-Options": "nosniff",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers": "ETag, Link",
	Link: SERVICE_LINK,
} as const;

/** Short, so that a new build shows within a minute; a copy is then checked by its entity tag. */
const SUCCESS_CACHE = "public, max-age=60";
/** What is wrong today may be right after the next build. */
export const ERROR_CACHE = "no-store";

/**
 * Proxies and clients refuse large headers (8 KiB is a common limit for one), and the body holds the
 * same links, so longer ones are left out of the `Link` header.
 */
const MAX_LINK_HEADER = 4096;

function answer(
	status: number,
	body: string | null,
	cacheControl: string,
	headers: Record<string, string> = {},
): Response {
	return new Response(body, {
		status,
		headers: { ...COMMON_HEADERS, "Cache-Control": cacheControl, ...headers },
	});
}

function errorAnswer(status: number, body: unknown): Response {
	return answer(status, toJson(body), ERROR_CACHE);
}

/** The `Link` header of a page: its neighbours, then what all answers have. https://www.rfc-editor.org/rfc/rfc8288 */
function linkHeader({ next, previous }: PageLinks): Record<string, string> {
	const links: string[] = [];
	if (next !== null) links.push(`<${next}>; rel="next"`);
	if (previous !== null) links.push(`<${previous}>; rel="prev"`);
	const value = [...links, SERVICE_LINK].join(", ");
	return { Link: value.length > MAX_LINK_HEADER ? SERVICE_LINK : value };
}

/** The same answer of a site in a folder: paths of its own begin with that. */
export function inFolder(answer: Response, folder: string): Response {
	const link = answer.headers.get("Link") ?? "";
	answer.headers.set("Link", link.replace(`<${OPENAPI_PATH}>`, `<${folder}${OPENAPI_PATH}>`));
	return answer;
}

/** A page of clips. */
export function pageAnswer(body: string, links: PageLinks, tag: string): Response {
	return answer(200, body, SUCCESS_CACHE, { ETag: tag, ...linkHeader(links) });
}

/** The client's copy is still good. */
export function notModified(links: PageLinks, tag: string): Response {
	const response = answer(304, null, SUCCESS_CACHE, { ETag: tag, ...linkHeader(links) });
	response.headers.delete("Content-Type");
	return response;
}

/** What the endpoint is. */
const DESCRIPTION = {
	name: "Instant List",
	description: "",
	renders: ["application/json"],
	parses: [],
} as const;

/** Further headers of a preflight. */
const PREFLIGHT_HEADERS = {
	"Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
	"Access-Control-Allow-Headers": "*",
	"Access-Control-Max-Age": "86400",
} as const;

/** What the endpoint is, for OPTIONS. */
export function description(): Response {
	return answer(200, toJson(DESCRIPTION), SUCCESS_CACHE);
}

/** A browser asking whether it may call from another origin. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function preflight(): Response {
	const response = answer(204, null, SUCCESS_CACHE, PREFLIGHT_HEADERS);
	response.headers.delete("Content-Type");
	return response;
}

/** The page parameter names no page. */
export function invalidPage(): Response {
	return errorAnswer(404, { detail: "Invalid page." });
}

/** Nothing is published at this path, or in this format. */
export function notFound(): Response {
	return errorAnswer(404, { detail: "Not found." });
}

/** The name holds U+0000. */
export function nullCharacters(): Response {
	return errorAnswer(400, { name: ["Null characters are not allowed."] });
}

/** The method is not one of GET, HEAD and OPTIONS. */
export function methodNotAllowed(method: string): Response {
	return errorAnswer(405, { detail: `Method "${method}" not allowed.` });
}

/** The name would take more files to look up than a request may read. */
export function tooBroad(): Response {
	const message = "This search is too broad: use fewer or longer words.";
	return errorAnswer(400, { name: [message] });
}

/** The body of a 503. */
export const UNAVAILABLE = { detail: "Service temporarily unavailable, try again later." } as const;

/** The published tree is missing, damaged, or half exchanged for another. */
export function unavailable(): Response {
	return errorAnswer(503, UNAVAILABLE);
}

/** The same of the search files alone; the listing goes on. */
export function searchUnavailable(): Response {
	return errorAnswer(503, { detail: "Search is temporarily unavailable." });
}
