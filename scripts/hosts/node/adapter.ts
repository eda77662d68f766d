/** Connects Node's HTTP server to the request handler. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import type { Asset } from "../../tree/reading.ts";

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
	// Treated as GET, so that Content-Length is set; Node itself drops the body.
	const asked = method === "HEAD" ? "GET" : method;
	const request = { method: asked, url: url.href, headers: new Headers(pairs) };
	const answer = await handle(request, asset, options);
	const body = answer.body === null ? undefined : Buffer.from(answer.body);
	const length = body === undefined ? {} : { "Content-Length": body.length };
	response.writeHead(answer.status, { ...answer.headers, ...length });
	response.end(body);
}
