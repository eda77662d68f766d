/** Serves the files of a published tree over HTTP from a bucket. */
import { matchesEntityTag } from "../../contract/answers.ts";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { headersOf } from "../headers.ts";
import type { Bucket, BucketObject, ByteRange } from "./bucket.ts";
import { byteRange } from "./byte-range.ts";

/** The file that is served for a folder. */
const INDEX = "index.html";

/** The longest key, in bytes. https://developers.cloudflare.com/r2/platform/limits/ */
const MAX_KEY_LENGTH = 1024;

/** Answers with the file at the request's path, or 404. */
export async function serveFile(request: Request, bucket: Bucket): Promise<Response> {
	if (request.method !== "GET" && request.method !== "HEAD") {
		return plainText(405, "Method not allowed.\n", { Allow: "GET, HEAD" });
	}
	const { pathname, search } = new URL(request.url);
	const key = keyOf(pathname);
	const found = key === undefined ? undefined : await fileResponse(request, key, bucket);
	if (key !== undefined && found === undefined && (await bucket.head(`${key}/${INDEX}`)) !== null) {
		// The page's relative URLs need the trailing slash.
		return new Response(null, { status: 301, headers: { Location: `${pathname}/${search}` } });
	}
	const response = found ?? (await notFound(bucket));
	return request.method === "HEAD" ? new Response(null, response) : response;
}

/** The object key for a URL path; undefined if no published file can have that path. */
function keyOf(pathname: string): string | undefined {
	const path = decoded(pathname);
	// Dotfiles are configuration for hosts.
	if (path === undefined || path.includes("/.")) return undefined;
	const key = `${path.slice(1)}${path.endsWith("/") ? INDEX : ""}`;
	const longest = new TextEncoder().encode(`${key}/${INDEX}`).length;
	return longest > MAX_KEY_LENGTH ? undefined : key;
}

function decoded(pathname: string): string | undefined {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return undefined;
	}
}

/**
 * A response with the object or a part of it; undefined if there is no object with that key. R2 can
 * parse `Range` itself, but ignores `If-Range`, and its result does not show whether a range lay
 * beyond the end, which must be a 416.
 */
async function fileResponse(
	{ method, headers: asked }: Request,
	key: string,
	bucket: Bucket,
): Promise<Response | undefined> {
	const object = await bucket.get(key);
	if (object === null) return undefined;
	const { size, httpEtag, body } = object;
	const headers = objectHeaders(key, object);
	if (matchesEntityTag(asked.get("If-None-Match"), httpEtag)) {
		await body.cancel();
		return new Response(null, { status: 304, headers });
	}
	const isCurrent = [null, httpEtag].includes(asked.get("If-Range"));
	const range = method === "GET" && isCurrent ? byteRange(asked.get("Range"), size) : undefined;
	if (range === undefined) {
		return new Response(body, { headers: { ...headers, "Content-Length": String(size) } });
	}
	await body.cancel();
	return range === "unsatisfiable"
		? plainText(416, "There are no such bytes.\n", { "Content-Range": `bytes */${size}` })
		: partResponse(key, range, bucket);
}

async function partResponse(
	key: string,
	range: ByteRange,
	bucket: Bucket,
): Promise<Response | undefined> {
	const part = await bucket.get(key, { range });
	if (part === null) return undefined;
	const { offset, length } = range;
	const headers = {
		...objectHeaders(key, part),
		"Content-Range": `bytes ${offset}-${offset + length - 1}/${part.size}`,
		"Content-Length": String(length),
	};
	return new Response(part.body, { status: 206, headers });
}

function objectHeaders(key: string, { httpEtag }: BucketObject): Record<string, string> {
	return { ...fileHeaders(key), ETag: httpEtag, "Accept-Ranges": "bytes" };
}

function fileHeaders(key: string): Record<string, string> {
	const extension = /[^.]*$/.exec(key)?.[0] ?? "";
	const type = withCharset(CONTENT_TYPES[extension] ?? "application/octet-stream");
	return { ...headersOf(`/${key}`), "Content-Type": type };
}

/** The 404 page, or plain text if the tree has none. */
async function notFound(bucket: Bucket): Promise<Response> {
	const page = await bucket.get("404.html");
	if (page === null) return plainText(404, "Not found.\n");
	const headers = { ...fileHeaders("404.html"), "Content-Length": String(page.size) };
	return new Response(page.body, { status: 404, headers });
}

function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
	return new Response(text, {
		status,
		headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
	});
}
