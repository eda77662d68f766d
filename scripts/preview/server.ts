/** Serves a published tree as a host would: the edge rule in front, files behind it. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { join } from "node:path";
import serveStatic from "serve-handler";
import { LATEST_PATH } from "../contract/paths.ts";
import { isApiPath } from "../edge/route.ts";
import { STATIC_HEADERS } from "../hosts/headers.ts";
import { folderAsset, requestUrl, respond } from "../hosts/node/adapter.ts";
import { UserError } from "../user-error.ts";
import { acceptUnencodedTargets } from "./unencoded-targets.ts";

/** The tree cannot be served; the message says why and what to do. */
class PreviewError extends UserError {}

/** A preview that answers. */
export interface Preview {
	/** `http://localhost:PORT` */
	readonly origin: string;
	/** Ends it; requests under way are cut off. */
	stop(): Promise<void>;
}

/** Requests with longer heads are refused by Node itself; 50,000 characters of query must get an answer. */
const MAX_HEAD_BYTES = 256 * 1024;

/** Serves the tree in `folder` until it is stopped. Port 0 takes a free one. Throws a PreviewError. */
export async function startPreview(folder: string, port: number): Promise<Preview> {
	if (!existsSync(join(folder, LATEST_PATH))) {
		throw new PreviewError(
			`--dir ${folder}: holds no published tree (no ${LATEST_PATH.slice(1)}); build one with: npm run build`,
		);
	}
	const asset = folderAsset(folder);
	const http = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, async (request, response) => {
		try {
			const url = requestUrl(request, originOf(server));
			if (isApiPath(url.pathname)) await respond(request, response, url, asset, { rebase: true });
			else await serveFile(request, response, folder);
		} catch (error) {
			// A client that left, or a file that went while it was read: only this request is lost.
			console.error(`instants: ${request.method} ${request.url}: ${error}`);
			response.destroy();
		}
	});
	const server = acceptUnencodedTargets(http);
	const sockets = openSockets(server);
	await listen(server, port);
	return {
		origin: originOf(server),
		stop: async () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
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

function originOf(server: Server): string {
	return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Connections, those too on which nothing was asked yet: browsers open some in advance. */
function openSockets(server: Server): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	return sockets;
}

async function listen(server: Server, port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			const taken = `--port ${port}: is taken by another program; choose another, or 0 for any free one`;
			reject(error.code === "EADDRINUSE" ? new PreviewError(taken) : error);
		});
		server.listen(port, resolve);
	});
}
