/** The files of a published tree over HTTP, for servers of one's own. */
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import serveStatic from "serve-handler";
import { STATIC_HEADERS } from "../headers.ts";

/** Folders that are pages: their files are named index.html. */
const PAGES = ["/", "/docs"];

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
	if (await isImpossible(folder, path)) {
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
		headers: STATIC_HEADERS.map(({ path, headers }) => ({
			source: path.replace(/\*$/, "**"),
			headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
		})),
	});
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
