/** The edge rule for Node: an HTTP request in, the handler's answer out. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import type { Asset } from "../../edge/published-tree.ts";

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
	const body = Buffer.from(await answer.arrayBuffer());
	const hasBody = answer.status !== 204 && answer.status !== 304;
	const length = hasBody ? { "Content-Length": body.length } : {};
	response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...length });
	response.end(body);
}
