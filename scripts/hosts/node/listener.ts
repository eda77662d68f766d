/** Answers HTTP requests for a published tree: the edge rule in front, files behind it. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { HandlerOptions } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { OPEN_DATA } from "../headers.ts";
import { respond } from "./adapter.ts";
import { isRemote, treeAsset } from "./folder-asset.ts";
import { requestUrl } from "./request-url.ts";
import { PAGES, serveFile } from "./static-files.ts";

/**
 * A listener for `createServer` of node:http.
 * @param tree its folder, or its URL without a trailing slash: files are then left to what is there
 * @param fallbackOrigin what requests without a sensible Host header were sent to
 */
export function treeListener(
	tree: string,
	fallbackOrigin: () => string,
	options: HandlerOptions = {},
): RequestListener {
	const asset = treeAsset(tree);
	return async (request, response) => {
		try {
			if (request.method !== "GET" && request.method !== "HEAD") await readToEnd(request);
			const url = requestUrl(request, fallbackOrigin());
			if (isApiPath(url.pathname)) await respond(request, response, url, asset, options);
			else if (isRemote(tree)) redirect(response, tree, url);
			else await serveFile(request, response, tree);
		} catch (error) {
			// A client that left, or a file that went while it was read: only this request is lost.
			console.error(`instants: ${request.method} ${request.url}: ${error}`);
			response.destroy();
		}
	};
}

/**
 * Sends the client to the bucket, which does not serve a folder by its index.html. Browsers check the
 * redirect itself for CORS headers: https://fetch.spec.whatwg.org/#http-fetch
 */
function redirect(response: ServerResponse, tree: string, { pathname, search }: URL): void {
	const folder = PAGES.includes(pathname) || pathname.endsWith("/");
	const path = folder ? `${pathname.replace(/\/$/, "")}/index.html` : pathname;
	response.writeHead(307, { ...OPEN_DATA, Location: `${tree}${path}${search}` });
	response.end();
}

/** A proxy that is answered before it has sent the whole body takes that for a failure. */
async function readToEnd(request: IncomingMessage): Promise<void> {
	for await (const _ of request);
}
