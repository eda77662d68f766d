/** Answers HTTP requests for a published tree in a folder: the edge rule in front, files behind it. */
import { stat } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import serveStatic from "serve-handler";
import type { HandlerOptions } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { STATIC_HEADERS, type StaticHeaders } from "../headers.ts";
import { folderAsset, requestUrl, respond } from "./adapter.ts";

/** Requests with longer heads are refused by Node itself; 50,000 characters of query must get an answer. */
export const MAX_HEAD_BYTES = 256 * 1024;

/**
 * A listener for `createServer` of node:http.
 * @param fallbackOrigin what requests without a sensible Host header were sent to
 */
export function treeListener(
	folder: string,
	fallbackOrigin: () => string,
	options: HandlerOptions = {},
): RequestListener {
	const asset = folderAsset(folder);
	return async (request, response) => {
		try {
			const url = requestUrl(request, fallbackOrigin());
			if (isApiPath(url.pathname)) await respond(request, response, url, asset, options);
			else await serveFile(request, response, folder);
		} catch (error) {
			// A client that left, or a file that went while it was read: only this request is lost.
			console.error(`instants: ${request.method} ${request.url}: ${error}`);
			response.destroy();
		}
	};
}

/** serve-handler writes file names into a header, where names beyond Latin-1 break the answer. */
const UNNAMED = { source: "**", headers: [{ key: "Content-Disposition", value: "inline" }] };

function asRule({ path, headers }: StaticHeaders) {
	return {
		source: path.replace(/\*$/, "**"),
		headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
	};
}

async function serveFile(
	request: IncomingMessage,
	response: ServerResponse,
	folder: string,
): Promise<void> {
	if (request.method !== "GET" && request.method !== "HEAD") {
		response.writeHead(405, { Allow: "GET, HEAD", "Content-Type": "text/plain" });
		response.end("Method not allowed.\n");
		return;
	}
	if (await isImpossible(folder, request.url ?? "/")) {
		response.writeHead(404, { "Content-Type": "text/plain" });
		response.end("Not found.\n");
		return;
	}
	await serveStatic(request, response, {
		public: folder,
		// Only for this path is index.html looked up; anywhere else a file has one name.
		cleanUrls: ["/"],
		directoryListing: false,
		symlinks: false,
		headers: [UNNAMED, ...STATIC_HEADERS.map(asRule)],
	});
}

/** Whether a path can name no file at all (it holds NUL, or is too long): serve-handler answers 500 then. */
async function isImpossible(folder: string, target: string): Promise<boolean> {
	try {
		await stat(join(folder, decodeURIComponent(target.replace(/\?.*$/s, ""))));
		return false;
	} catch (error) {
		// A URIError has no code: serve-handler answers 400 to those.
		const { code } = error as NodeJS.ErrnoException;
		return code !== undefined && code !== "ENOENT" && code !== "ENOTDIR";
	}
}
