/** Answers requests for published files on hosts where our code serves them: paths, headers, ranges, entity tags. */
import { type Answer, PREFLIGHT } from "../contract/answers.ts";
import { type RangeAnswer, rangeAnswer } from "../contract/byte-range.ts";
import { matchesEntityTag } from "../contract/entity-tag.ts";
import { redirectedQuery } from "../contract/links.ts";
import type { HandlerRequest } from "../edge/api.ts";
import { plainText, READ_ONLY } from "../pages/page-answers.ts";
import { CONTENT_TYPES, withCharset } from "./content-types.ts";
import { headersOf } from "./headers.ts";

/** The file that is served for a folder. */
export const INDEX = "index.html";

/** The path in the tree for a URL path; undefined if no published file can have that path. */
export function keyOf(pathname: string): string | undefined {
	const path = decoded(pathname);
	// Dotfiles are configuration for hosts, and a redirect to `//host/` would lead to another site.
	if (path === undefined || /^[^/]|\/[./]/.test(path)) return undefined;
	return `${path.slice(1)}${path.endsWith("/") ? INDEX : ""}`;
}

function decoded(pathname: string): string | undefined {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return undefined;
	}
}

/** The headers of a file that do not depend on its content. */
export function fileHeaders(key: string): Record<string, string> {
	const extension = key.slice(key.lastIndexOf(".") + 1).toLowerCase();
	const type = withCharset(CONTENT_TYPES[extension] ?? "application/octet-stream");
	return { ...headersOf(`/${key}`), "Content-Type": type };
}

/** The part of a request that an answer depends on. */
export type FileRequest = Omit<HandlerRequest, "url">;

/** The answer to all methods but GET and HEAD; undefined for these two. */
export function refusedMethod({ method, headers }: FileRequest): Answer | undefined {
	if (method === "GET" || method === "HEAD") return undefined;
	if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
		return PREFLIGHT;
	}
	return READ_ONLY;
}

/** Redirects to the folder's page, whose relative URLs need the trailing slash. */
export function folderRedirect(path: string, query: string): Answer {
	return plainText(301, "", { Location: `${path}/${redirectedQuery(query)}` });
}

/**
 * Answers GET and HEAD, and says which range of the file to send.
 * @param usual the headers of the file
 * @param size the size of the file, in bytes
 * @param etag a strong entity tag, with its quotes
 */
export function fileAnswer(
	{ method, headers: asked }: FileRequest,
	usual: Answer["headers"],
	size: number,
	etag: string,
): RangeAnswer {
	const headers = { ...usual, ETag: etag, "Accept-Ranges": "bytes" };
	if (matchesEntityTag(asked.get("If-None-Match"), etag)) return { status: 304, headers };
	const isCurrent = [null, etag].includes(asked.get("If-Range"));
	const answer = rangeAnswer(method === "GET" && isCurrent ? asked.get("Range") : null, size);
	if (answer.status === 416) return answer;
	return { ...answer, headers: { ...headers, ...answer.headers } };
}
