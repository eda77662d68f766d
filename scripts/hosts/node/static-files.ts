/** The files of a published tree over HTTP, for servers of one's own. */
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import serveStatic from "serve-handler";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";

/** Folders that are pages: their files are named index.html. */
export const PAGES = ["/", "/docs"];

/**
 * serve-handler repeats the name of the file, and Node's `writeHead` refuses that header when the
 * name holds an é: https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
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

/** Answers with the file at the request's path, or that there is none. */
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
		// The URLs in a page are relative to its folder.
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
		// Only for these is index.html looked up; anywhere else a file has one name.
		cleanUrls: path.endsWith("/") ? PAGES : [],
		directoryListing: false,
		symlinks: false,
		headers: HEADERS,
	});
}

/** Files whose names begin with a dot are for hosts, and few folders are pages. */
function isHidden(path: string): boolean {
	if (/\/(?:\.|%2e)/i.test(path)) return true;
	return path.endsWith("/") && path !== "/" && !PAGES.includes(path.slice(0, -1));
}

/** Whether a path can name no file at all (it holds NUL, or is too long): serve-handler answers 500 then. */
async function isImpossible(folder: string, path: string): Promise<boolean> {
	try {
		await stat(join(folder, decodeURIComponent(path)));
		return false;
	} catch (error) {
		// A URIError has no code: serve-handler answers 400 to those.
		const { code } = error as NodeJS.ErrnoException;
		return code !== undefined && code !== "ENOENT" && code !== "ENOTDIR";
	}
}
