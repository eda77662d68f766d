/** Connects Node's HTTP server to the request handler, for the API and the pages of clips. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { handle } from "../../edge/handler.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import type { Asset } from "../../tree/reading.ts";
import { compress, encodedHeaders, preferredEncoding } from "./compression.ts";
import type { ServedTree } from "./folder-asset.ts";
import { ReadyAnswers, type SentAnswer } from "./ready-answers.ts";
import { webHeaders } from "./request.ts";

export interface ServerOptions {
	/** Whether links start with the origin of the request, instead of the base URL of the build. */
	readonly rebase?: boolean;
}

export interface ApiListener {
	/** Sends an answer that is ready, and returns whether there was one. */
	answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean;
	/** @param url the requested one, complete */
	answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/**
 * Answers requests for the API of a tree. Pages are compressed for clients that accept it, and kept in
 * memory, since most requests are for the same few.
 */
export function apiListener({ asset, pointer }: ServedTree, options: ServerOptions): ApiListener {
	let ready: ReadyAnswers | undefined;
	/** Those of this build. Those of any other are forgotten. */
	const readyFor = (pointer: Uint8Array | undefined): ReadyAnswers | undefined => {
		if (pointer === undefined) return undefined;
		if (!ready?.isOf(pointer)) ready = new ReadyAnswers(pointer);
		return ready;
	};
	return {
		answerAtOnce: (request, response) => {
			const key = keyOf(request, options);
			const known = key === undefined ? undefined : readyFor(currently(pointer))?.get(key);
			if (known === undefined) return false;
			send(response, known);
			return true;
		},
		answer: async (request, response, url) => {
			const key = keyOf(request, options);
			if (key === undefined) return send(response, await answerTo(request, url, asset, options));
			const read = asset(POINTER_PATH);
			const answers = readyFor(await read.catch(() => undefined));
			const known = answers?.get(key);
			if (known !== undefined) return send(response, known);
			let reads = 0;
			const once: Asset = (path) => (path === POINTER_PATH && reads++ === 0 ? read : asset(path));
			const answer = await answerTo(request, url, once, options);
			// Otherwise it is no page, or that of another build, which has replaced this one in the meantime.
			if (answer.headers.ETag !== undefined && reads === 1) answers?.keep(key, answer);
			send(response, answer);
		},
	};
}

/** Undefined too if it cannot be read, which the handler then finds out. */
function currently(pointer: ServedTree["pointer"]): Uint8Array | undefined {
	try {
		return pointer();
	} catch {
		return undefined;
	}
}

/** All that the answer of a build depends on; undefined for requests whose answers are not kept. */
function keyOf(request: IncomingMessage, { rebase }: ServerOptions): string | undefined {
	const { method, url, headers } = request;
	const isHandled = url?.startsWith("/api/") || url?.startsWith("/clips/");
	if ((method !== "GET" && method !== "HEAD") || !isHandled) return undefined;
	const origin = rebase ? headers.host : "";
	// No header contains a line break, and neither does a target.
	return [url, preferredEncoding(request), headers["if-none-match"], origin].join("\n");
}

function send(response: ServerResponse, { status, headers, body }: SentAnswer): void {
	response.writeHead(status, headers);
	response.end(body);
}

async function answerTo(
	request: IncomingMessage,
	url: URL,
	asset: Asset,
	{ rebase }: ServerOptions,
): Promise<SentAnswer> {
	const encoding = preferredEncoding(request);
	// HEAD is treated as GET, so that Content-Length is set; Node itself drops the body.
	const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
	const asked = { method, url, headers: webHeaders(request) };
	const baseUrl = rebase ? url.origin : undefined;
	const { status, headers, body } = await handle(asked, asset, { baseUrl, encoding });
	// Only pages are compressed, and only they have tags.
	const isPage = headers.ETag !== undefined;
	const own = isPage ? { ...headers, ...encodedHeaders(encoding, headers.Vary) } : headers;
	if (body === null) return { status, headers: own, body: undefined };
	const plain = Buffer.from(body);
	const sent = isPage && encoding !== undefined ? await compress(plain, encoding) : plain;
	return { status, headers: { ...own, "Content-Length": sent.length }, body: sent };
}
