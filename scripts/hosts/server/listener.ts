/** Answers HTTP requests for a published tree: the API through the handler, everything else from files. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { redirectedQuery } from "../../contract/links.ts";
import { isHandled } from "../../edge/route.ts";
import { OPEN_DATA } from "../headers.ts";
import { apiListener, type ServerOptions } from "./api.ts";
import { serveFile } from "./files.ts";
import { isRemote, openTree } from "./folder-asset.ts";
import { requestUrl } from "./request.ts";
import { inTurn, type TurnTaker } from "./turns.ts";

/** Folders that are served by their index.html. */
const PAGES = ["/", "/docs"];

/**
 * A listener for `createServer` of node:http.
 * @param tree its folder, or its URL without a trailing slash; requests for files are redirected to a URL
 * @param fallbackOrigin the origin to assume when a request has no valid Host header
 */
export function treeListener(
	tree: string,
	fallbackOrigin: () => string,
	options: ServerOptions = {},
): TurnTaker {
	const api = apiListener(openTree(tree), options);
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		try {
			if (request.method !== "GET" && request.method !== "HEAD") await readToEnd(request);
			const url = requestUrl(request, fallbackOrigin);
			if (isHandled(url.pathname)) await api.answer(request, response, url);
			else if (isRemote(tree)) redirect(response, tree, url);
			else await serveFile(request, response, tree);
		} catch (error) {
			// A file was deleted while it was read, or the client has gone, which is no news.
			if (!response.destroyed)
				console.error(`instants: ${request.method} ${request.url}: ${error}`);
			response.destroy();
		}
	};
	return inTurn((request, response) =>
		api.answerAtOnce(request, response) ? undefined : answer(request, response),
	);
}

/**
 * Sends the client to the bucket, which does not serve a folder by its index.html. Browsers check the
 * redirect itself for CORS headers: https://fetch.spec.whatwg.org/#http-fetch
 */
function redirect(response: ServerResponse, tree: string, { pathname, search }: URL): void {
	const folder = PAGES.includes(pathname) || pathname.endsWith("/");
	const path = folder ? `${pathname.replace(/\/$/, "")}/index.html` : pathname;
	response.writeHead(307, { ...OPEN_DATA, Location: `${tree}${path}${redirectedQuery(search)}` });
	response.end();
}

/** A proxy treats a response that arrives before it has sent the whole body as an error. */
async function readToEnd(request: IncomingMessage): Promise<void> {
	for await (const _ of request);
}
