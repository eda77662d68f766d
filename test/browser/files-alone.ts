/** A host that serves files and nothing else. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
	css: "text/css",
	html: "text/html",
	js: "text/javascript",
	json: "application/json",
	svg: "image/svg+xml",
};

/** Files alone, under a sub-path, as GitHub Pages serves a project: no query is looked at. */
export function filesAlone(folder: string): Server {
	return createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://x").pathname.replace(/^\/project/, "");
		const file = path.endsWith("/") ? `${path}index.html` : path;
		const type = TYPES[file.replace(/^.*\./, "")] ?? "application/octet-stream";
		try {
			const bytes = await readFile(join(folder, file));
			response.writeHead(200, { "Content-Type": type }).end(bytes);
		} catch {
			response.writeHead(404, { "Content-Type": "text/html" }).end("<p>Not here.</p>");
		}
	});
}
