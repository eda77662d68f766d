/** Every kind of answer the API gives, with its status and headers. */
import { toJson } from "./envelope.ts";
import { OPENAPI_PATH, type PageLinks } from "./links.ts";

/** An answer as plain data, which each host's adapter turns into what its host wants. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Null where there is none. */
	readonly body: string | null;
}

/**
 * Where programs find the description of the API. Relative to the request, so that it is right at
 * every origin, a mirror's too. https://www.rfc-editor.org/rfc/rfc8631#section-4.2
 */
const SERVICE_LINK = `<${OPENAPI_PATH}>; rel="service-desc"; type="application/json"`;

/** Headers of every answer under `/api/`, errors included. */
export const COMMON_HEADERS = {
	"Content-Type": "application/json",
	Allow: "GET, HEAD, OPTIONS",
	Vary: "Accept",
	"X-Content-Type-Options": "nosniff",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers": "ETag, Link",
	Link: SERVICE_LINK,
} as const;

/** Short, so that a new build shows within a minute; the entity tag then tells whether a copy is still good. */
const SUCCESS_CACHE = "public, max-age=60";
/** What is wrong today may be right after the next build. */
export const ERROR_CACHE = "no-store";

/**
 * Proxies and clients refuse large headers (8 KiB is a common limit for one), and the body holds the
 * same links, so longer ones are left out of the `Link` header.
 */
const MAX_LINK_HEADER = 4096;

function success(
	status: number,
	body: string | null,
	headers: Readonly<Record<string, string>> = {},
): Answer {
	const { "Content-Type": type, ...common } = COMMON_HEADERS;
	const typed = body === null ? {} : { "Content-Type": type };
	return {
		status,
		headers: { ...typed, ...common, "Cache-Control": SUCCESS_CACHE, ...headers },
		body,
	};
}

function failure(status: number, body: unknown): Answer {
	const headers = { ...COMMON_HEADERS, "Cache-Control": ERROR_CACHE };
	return { status, headers, body: toJson(body) };
}

/** Headers of one page: its tag, and its neighbours. https://www.rfc-editor.org/rfc/rfc8288 */
function pageHeaders({ next, previous }: PageLinks, tag: string): Record<string, string> {
	const links: string[] = [];
	if (next !== null) links.push(`<${next}>; rel="next"`);
	if (previous !== null) links.push(`<${previous}>; rel="prev"`);
	const value = [...links, SERVICE_LINK].join(", ");
	return { ETag: tag, Link: value.length > MAX_LINK_HEADER ? SERVICE_LINK : value };
}

/** The same answer for a site that lies in a folder: paths of its own begin with that folder. */
export function inFolder(answer: Answer, folder: string): Answer {
	const { Link = "" } = answer.headers;
	const moved = Link.replace(`<${OPENAPI_PATH}>`, `<${folder}${OPENAPI_PATH}>`);
	return { ...answer, headers: { ...answer.headers, Link: moved } };
}

/** A page of clips. */
export function pageAnswer(body: string, links: PageLinks, tag: string): Answer {
	return success(200, body, pageHeaders(links, tag));
}

/** The client's copy is still good. */
export function notModified(links: PageLinks, tag: string): Answer {
	return success(304, null, pageHeaders(links, tag));
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
export function description(): Answer {
	return success(200, toJson(DESCRIPTION));
}

/** For a browser asking whether it may call from another origin. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function preflight(): Answer {
	return success(204, null, PREFLIGHT_HEADERS);
}

/** The `page` parameter names no page. */
export function invalidPage(): Answer {
	return failure(404, { detail: "Invalid page." });
}

/** Nothing is published at this path, or in this format. */
export function notFound(): Answer {
	return failure(404, { detail: "Not found." });
}

/** The name holds U+0000. */
export function nullCharacters(): Answer {
	return failure(400, { name: ["Null characters are not allowed."] });
}

/** The method is not GET, HEAD or OPTIONS. */
export function methodNotAllowed(method: string): Answer {
	return failure(405, { detail: `Method "${method}" not allowed.` });
}

/** Looking the name up would take more files than one request may read. */
export function tooBroad(): Answer {
	return failure(400, { name: ["This search is too broad: use fewer or longer words."] });
}

/** The published tree is missing, damaged, or being replaced by another. */
export function unavailable(): Answer {
	return failure(503, { detail: "Service temporarily unavailable, try again later." });
}

/** Only the search files are; the listing still answers. */
export function searchUnavailable(): Answer {
	return failure(503, { detail: "Search is temporarily unavailable." });
}
