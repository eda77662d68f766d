/** Connects Node's HTTP server to the request handler. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import type { Asset } from "../../tree/reading.ts";
import { compressed, encodedHeaders, preferredEncoding } from "./compression.ts";
import { headersOf } from "./request.ts";

/** Answers a request for the API. Pages are compressed for clients that accept it. */
export async function answerApi(
	request: IncomingMessage,
	response: ServerResponse,
	url: URL,
	asset: Asset,
	options: HandlerOptions,
): Promise<void> {
	const { method = "GET" } = request;
	const encoding = preferredEncoding(request);
	// HEAD is treated as GET, so that Content-Length is set; Node itself drops the body.
	const asked = {
		method: method === "HEAD" ? "GET" : method,
		url,
		headers: headersOf(request),
	};
	const { status, headers, body } = await handle(asked, asset, { ...options, encoding });
	const isEncoded = encoding !== undefined && headers.ETag !== undefined;
	const bytes = body === null ? undefined : Buffer.from(body);
	const sent = isEncoded && bytes ? await compressed(body ?? "", bytes, encoding) : bytes;
	response.writeHead(status, {
		...headers,
		...(isEncoded ? encodedHeaders(encoding, headers.Vary) : {}),
		...(sent === undefined ? {} : { "Content-Length": sent.length }),
	});
	response.end(sent);
}
