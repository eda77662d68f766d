/** Serves a published tree as a host would: the edge rule in front, files behind it. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { join } from "node:path";
import { LATEST_PATH } from "../contract/paths.ts";
import { answerBadRequests } from "../hosts/node/bad-request.ts";
import { MAX_HEAD_BYTES, treeListener } from "../hosts/node/listener.ts";
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

/** Serves the tree in `folder` until it is stopped. Port 0 takes a free one. Throws a PreviewError. */
export async function startPreview(folder: string, port: number): Promise<Preview> {
	if (!existsSync(join(folder, LATEST_PATH))) {
		throw new PreviewError(
			`--dir ${folder}: holds no published tree (no ${LATEST_PATH.slice(1)}); build one with: npm run build`,
		);
	}
	const listener = treeListener(folder, () => originOf(server), { rebase: true });
	const http = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, listener);
	answerBadRequests(http);
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
