/** Serves the files of a published tree over HTTP on Node. */
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import serveStatic from "serve-handler";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";

/** Folders that are served by their index.html. */
export const PAGES = ["/", "/docs"];

/**
 * serve-handler puts the file name into this header, and Node's `writeHead` throws when the name has
 * a character such as é: https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
 */
const NAMELESS = { source: "**", headers: [{ key: "Content-Disposition", value: "inline" }] };

const HEADERS = [
	NAMELESS,
	...Object.entries(CONTENT_TYPES).map(([extension, value]) => ({
		source: `**/*.${extension}`,
		headers: [{ key: "Content-Type", value: withCharset(value) }],
	})),
	...STATIC_HEADERS.map(({ path, headers }) => ({
		source: path.replace(/\*$/, "**"),
		headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
	})),
];

/** Answers with the file at the request's path, or 404. */
export async function serveFile(
	request: IncomingMessage,
	response: ServerResponse,
	folder: string,
): Promise<void> {
	if (request.method !== "GET" && request.method !== "HEAD") {
		response.writeHead(405, { Allow: "GET, HEAD", "Content-Type": "text/plain" });
		response.end("Method not allowed.\n");
		return;
	}
	const [, path = "/", query = ""] = /^([^?]*)(.*)$/s.exec(request.url ?? "/") ?? [];
	if (path !== "/" && PAGES.includes(path)) {
		// The page's relative URLs need the trailing slash.
		response.writeHead(301, { Location: `${path}/${query}` });
		response.end();
		return;
	}
	if (isHidden(path) || (await isImpossible(folder, path))) {
		response.writeHead(404, { "Content-Type": "text/plain" });
		response.end("Not found.\n");
		return;
	}
	await serveStatic(request, response, {
		public: folder,
		// Look up index.html in these folders only; every other file has exactly one URL.
		cleanUrls: path.endsWith("/") ? PAGES : [],
		directoryListing: false,
		symlinks: false,
		headers: HEADERS,
	});
}

/** Dotfiles are configuration for hosts, and only a few folders have a page. */
function isHidden(path: string): boolean {
	if (/\/(?:\.|%2e)/i.test(path)) return true;
	return path.endsWith("/") && path !== "/" && !PAGES.includes(path.slice(0, -1));
}

/** Whether no file can have this path (it contains NUL, or is too long): serve-handler would answer 500. */
async function isImpossible(folder: string, path: string): Promise<boolean> {
	try {
		await stat(join(folder, decodeURIComponent(path)));
		return false;
	} catch (error) {
		// A URIError has no code; serve-handler answers those with 400.
		const { code } = error as NodeJS.ErrnoException;
		return code !== undefined && code !== "ENOENT" && code !== "ENOTDIR";
	}
}
