/**
 * Reads a published tree from an R2 bucket, where each file is one object, and serves its files.
 * https://developers.cloudflare.com/r2/api/workers/workers-api-reference/
 */
import type { ByteRange } from "../../contract/byte-range.ts";
import { toResponse } from "../../edge/api.ts";
import { plainText } from "../../pages/page-answers.ts";
import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import type { Asset } from "../../tree/reading.ts";
import {
	fileAnswer,
	fileHeaders,
	folderRedirect,
	INDEX,
	keyOf,
	refusedMethod,
} from "../published-file.ts";

/** The part of an R2 object that we use. */
interface BucketObject {
	/** The size of the whole object, in bytes. */
	readonly size: number;
	/** The entity tag with its quotes, as in a header. */
	readonly httpEtag: string;
	readonly body: ReadableStream;
	arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of R2's bucket binding that we use. */
export interface Bucket {
	get(key: string, options?: { readonly range: ByteRange }): Promise<BucketObject | null>;
	head(key: string): Promise<unknown>;
}

/** Reads published files from a bucket. */
export function bucketAsset(bucket: Bucket): Asset {
	return async (path) => {
		const object = await bucket.get(path.slice(1));
		return object === null ? undefined : new Uint8Array(await object.arrayBuffer());
	};
}

/** Answers with the file at the request's path, or 404. */
export async function serveObject(request: Request, bucket: Bucket): Promise<Response> {
	const refusal = refusedMethod(request);
	if (refusal !== undefined) return toResponse(refusal);
	const { pathname, search } = new URL(request.url);
	const key = keyOf(pathname);
	const found = key === undefined ? undefined : await fileResponse(request, key, bucket);
	if (key !== undefined && found === undefined && (await bucket.head(`${key}/${INDEX}`)) !== null) {
		return toResponse(folderRedirect(pathname, search));
	}
	const response = found ?? (await notFound(bucket));
	return request.method === "HEAD" ? new Response(null, response) : response;
}

/**
 * A response with the object or a part of it; undefined if there is no object with that key. R2 can parse `Range`
 * itself, but ignores `If-Range`, and its result does not show whether a range was beyond the end, which must be
 * answered with 416.
 */
async function fileResponse(
	request: Request,
	key: string,
	bucket: Bucket,
): Promise<Response | undefined> {
	const object = await bucket.get(key);
	if (object === null) return undefined;
	const { size, httpEtag: etag, body } = object;
	const { status, headers, range } = fileAnswer(request, fileHeaders(key), size, etag);
	if (status === 200) return new Response(body, { headers });
	await body.cancel();
	if (range === undefined) return new Response(null, { status, headers });
	const part = await bucket.get(key, { range });
	// If another build has replaced the object in the meantime, the part would not match the headers.
	return part?.httpEtag === etag
		? new Response(part.body, { status, headers })
		: fileResponse(request, key, bucket);
}

/** The 404 page, or plain text if the tree has none. */
async function notFound(bucket: Bucket): Promise<Response> {
	const page = await bucket.get(NOT_FOUND_PAGE);
	if (page === null) return toResponse(plainText(404, "Not found.\n"));
	const headers = { ...fileHeaders(NOT_FOUND_PAGE), "Content-Length": String(page.size) };
	return new Response(page.body, { status: 404, headers });
}

/** The answer when the bucket fails, or rejects a key because it is too long. */
export function filesUnavailable(error: Error): Response {
	console.error(error.message);
	return toResponse(
		plainText(503, "The files are temporarily unavailable. Try again in a minute.\n"),
	);
}
