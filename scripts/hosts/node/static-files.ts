/** The files of a published tree over HTTP, for servers of one's own. */
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import serveStatic from "serve-handler";
import { STATIC_HEADERS } from "../headers.ts";

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
		headers: STATIC_HEADERS.map(({ path, headers }) => ({
			source: path.replace(/\*$/, "**"),
			headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
		})),
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
