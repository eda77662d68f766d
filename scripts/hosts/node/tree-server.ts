/** Starts and stops the Node server of a published tree. */
import { createServer } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { UserError } from "../../console/user-error.ts";
import type { HandlerOptions } from "../../edge/handler.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import { readTree } from "../../tree/reading.ts";
import { answerBadRequests } from "./bad-request.ts";
import { isRemote, treeAsset } from "./folder-asset.ts";
import { treeListener } from "./listener.ts";
import { acceptUnencodedTargets } from "./unencoded-targets.ts";

/** The server could not start. */
class ServerError extends UserError {}

/** Node rejects requests with longer headers; a query of 50,000 characters must still be answered. */
const MAX_HEAD_BYTES = 256 * 1024;

/** A server that is listening. */
export interface TreeServer {
	/** `http://localhost:PORT` */
	readonly origin: string;
	/** Stops the server and closes open connections. */
	stop(): Promise<void>;
}

/** What error messages call the settings: the command-line option or environment variable. */
export interface Named {
	readonly folder: string;
	readonly port: string;
}

export interface ServerOptions extends HandlerOptions {
	/** The address to listen on; every address of this machine by default. */
	readonly host?: string | undefined;
}

/**
 * Serves the tree in `folder`, or at that URL, until stopped. Port 0 picks a free port. Throws a
 * ServerError.
 */
export async function startTreeServer(
	folder: string,
	port: number,
	named: Named,
	{ host, ...options }: ServerOptions = {},
): Promise<TreeServer> {
	await checkTree(folder, named);
	const listener = treeListener(folder, () => originOf(server), options);
	const http = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, listener);
	answerBadRequests(http);
	const server = acceptUnencodedTargets(http);
	const sockets = openSockets(server);
	await listen(server, { port, ...(host === undefined ? {} : { host }) }, named);
	return {
		origin: originOf(server),
		stop: async () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}

/** Without a readable tree, the server fails at the start rather than with every request. */
async function checkTree(tree: string, named: Named): Promise<void> {
	try {
		await readTree(treeAsset(tree));
	} catch (error) {
		const { message, cause } = error as Error & { cause?: { code?: string } };
		const fix = isRemote(tree)
			? `check the URL, and that ${tree}${POINTER_PATH} opens without a login`
			: "build one with: npm run build";
		throw new ServerError(
			`${named.folder} ${tree}: holds no published tree (${cause?.code ?? message}); ${fix}`,
		);
	}
}

function originOf(server: Server): string {
	return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** All open connections, including those that browsers open in advance and have not used yet. */
function openSockets(server: Server): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	return sockets;
}

async function listen(
	server: Server,
	address: { readonly port: number; readonly host?: string },
	named: Named,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			const taken = `${named.port} ${address.port}: is taken by another program; choose another, or 0 for any free one`;
			const elsewhere = `INSTANTS_HOST ${address.host}: this machine cannot listen there (${error.code}); leave it out to listen on every address`;
			if (error.code === "EADDRINUSE") reject(new ServerError(taken));
			else if (address.host !== undefined) reject(new ServerError(elsewhere));
			else reject(error);
		});
		server.listen(address, resolve);
	});
}
