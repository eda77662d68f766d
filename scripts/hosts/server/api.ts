/** Connects Node's HTTP server to the request handler. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isEntityTagOf } from "../../contract/answers.ts";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import { LruCache } from "../../tree/lru-cache.ts";
import { type Asset, readTree } from "../../tree/reading.ts";
import { compress, encodedHeaders, preferredEncoding } from "./compression.ts";
import { headersOf } from "./request.ts";

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** About what an answer takes in memory besides its body. */
const ENTRY_SIZE = 2048;

/** An answer as it is sent. */
interface SentAnswer {
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;
	readonly body: Buffer | undefined;
}

/**
 * Answers requests for the API of a tree. Pages are compressed for clients that accept it, and kept in
 * memory by build and request, since most requests are for the same few.
 */
export function apiListener(asset: Asset, options: HandlerOptions) {
	const kept = new LruCache<SentAnswer>(MAX_KEPT_BYTES);
	return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
		const build = await readTree(asset).then(
			({ pointer }) => pointer.build,
			() => "",
		);
		const { method, headers } = request;
		const isPlain = method === "GET" && headers["if-none-match"] === undefined;
		const key = `${build} ${preferredEncoding(request)} ${url.href}`;
		const known = isPlain ? kept.get(key) : undefined;
		const answer = known ?? (await answerTo(request, url, asset, options));
		if (known === undefined && isPlain && isEntityTagOf(build, String(answer.headers.ETag))) {
			kept.set(key, answer, ENTRY_SIZE + key.length + (answer.body?.length ?? 0));
		}
		response.writeHead(answer.status, answer.headers);
		response.end(answer.body);
	};
}

async function answerTo(
	request: IncomingMessage,
	url: URL,
	asset: Asset,
	options: HandlerOptions,
): Promise<SentAnswer> {
	const encoding = preferredEncoding(request);
	// HEAD is treated as GET, so that Content-Length is set; Node itself drops the body.
	const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
	const asked = { method, url, headers: headersOf(request) };
	const { status, headers, body } = await handle(asked, asset, { ...options, encoding });
	const isEncoded = encoding !== undefined && headers.ETag !== undefined;
	const own = isEncoded ? { ...headers, ...encodedHeaders(encoding, headers.Vary) } : headers;
	if (body === null) return { status, headers: own, body: undefined };
	const plain = Buffer.from(body);
	const sent = isEncoded ? await compress(plain, encoding) : plain;
	return { status, headers: { ...own, "Content-Length": sent.length }, body: sent };
}
