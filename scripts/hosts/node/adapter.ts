/** The edge rule for Node: an HTTP request in, the handler's answer out. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import type { Asset } from "../../tree/reading.ts";

/** Answers one request. */
export async function respond(
	{ method = "GET", headers }: IncomingMessage,
	response: ServerResponse,
	url: URL,
	asset: Asset,
	options: HandlerOptions,
): Promise<void> {
	const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
		[value].flat().map((one): [string, string] => [name, one]),
	);
	// Node leaves out the body of an answer to HEAD by itself, and so keeps its length.
	const asked = method === "HEAD" ? "GET" : method;
	const request = { method: asked, url: url.href, headers: new Headers(pairs) };
	const answer = await handle(request, asset, options);
	const body = answer.body === null ? undefined : Buffer.from(answer.body);
	const length = body === undefined ? {} : { "Content-Length": body.length };
	response.writeHead(answer.status, { ...answer.headers, ...length });
	response.end(body);
}
