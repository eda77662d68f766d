/** Answers HTTP requests for a published tree: the API through the handler, everything else from files. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { redirectedQuery } from "../../contract/links.ts";
import { type HandlerRequest, handle } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import type { Asset } from "../../tree/reading.ts";
import { OPEN_DATA } from "../headers.ts";
import { withoutFile } from "../published-file.ts";
import { compressor, encodedHeaders, preferredEncoding } from "./compression.ts";
import { send, serveFile } from "./files.ts";
import { isRemote, openTree } from "./folder-asset.ts";

export interface ServerOptions {
	/** Whether links start with the origin of the request, instead of the base URL of the build. */
	readonly rebase?: boolean;
}

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
	{ rebase = false }: ServerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
	const asset = openTree(tree);
	return async (request, response) => {
		try {
			// Node passes on all pipelined requests at once. Each would open its file, and keep it open until the
			// answers before it are sent.
			if (response.socket === null) await once(response, "socket");
			if (request.method !== "GET" && request.method !== "HEAD") await readToEnd(request);
			const { method = "GET" } = request;
			const get = (name: string) => request.headers[name.toLowerCase()]?.toString() ?? null;
			const asked = { method, url: requestUrl(request, fallbackOrigin), headers: { get } };
			const { url } = asked;
			if (isHandled(url.pathname)) {
				return await answer(asked, response, asset, rebase ? url.origin : undefined);
			}
			const refusal = withoutFile(asked);
			if (refusal !== undefined) send(response, refusal);
			else if (isRemote(tree)) redirect(response, tree, url);
			else await serveFile(asked, response, tree, targetOf(request));
		} catch (error) {
			// A client that has gone is not worth a line.
			if (!response.destroyed)
				console.error(`instants: ${request.method} ${request.url}: ${error}`);
			response.destroy();
		}
	};
}

async function answer(
	request: HandlerRequest,
	response: ServerResponse,
	asset: Asset,
	baseUrl: string | undefined,
): Promise<void> {
	const encoding = preferredEncoding(request.headers);
	// HEAD is treated as GET, so that Content-Length is set; Node itself drops the body.
	const method = request.method === "HEAD" ? "GET" : request.method;
	const { status, headers, body } = await handle({ ...request, method }, asset, {
		baseUrl,
		encoding,
	});
	// Only answers with an entity tag are compressed.
	const isPage = headers.ETag !== undefined;
	const own = isPage ? { ...headers, ...encodedHeaders(encoding, headers.Vary) } : headers;
	if (isPage && encoding !== undefined && body !== null) {
		response.writeHead(status, own);
		return pipeline([body], compressor(encoding), response);
	}
	send(response, { status, headers: own, body });
}

/** The requested path and query, of a target in absolute form too. It starts with `/`. */
function targetOf({ url = "/" }: IncomingMessage): string {
	const path = url.replace(/^https?:\/\/[^/?]*/i, "");
	return path.startsWith("/") ? path : `/${path}`;
}

/**
 * The complete requested URL. A `#` in the request target does not start a fragment: it is
 * percent-encoded so that the URL parser keeps it.
 */
function requestUrl(request: IncomingMessage, fallbackOrigin: () => string): URL {
	const { host = "" } = request.headers;
	const isValid = /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`);
	const origin = isValid ? `http://${host}` : fallbackOrigin();
	return new URL(`${origin}${targetOf(request).replaceAll("#", "%23")}`);
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
