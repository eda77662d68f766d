/** A server of a published tree: the edge rule in front, files behind it. */
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

/** The tree cannot be served; the message says why and what to do. */
class ServerError extends UserError {}

/** Requests with longer heads are refused by Node itself; 50,000 characters of query must get an answer. */
const MAX_HEAD_BYTES = 256 * 1024;

/** A server that answers. */
export interface TreeServer {
	/** `http://localhost:PORT` */
	readonly origin: string;
	/** Ends it; requests under way are cut off. */
	stop(): Promise<void>;
}

/** How a server was asked for, as its messages name it. */
export interface Named {
	readonly folder: string;
	readonly port: string;
}

/** What a server may be told besides. */
export interface ServerOptions extends HandlerOptions {
	/** The address to listen on; all of this machine unless given. */
	readonly host?: string | undefined;
}

/**
 * Serves the tree in `folder`, which may be a URL, until it is stopped. Port 0 takes a free one. Throws a ServerError.
 * @param named what the folder and the port are called in messages: the option, say
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

/** Fails at the start, and not with each request, where no tree can be read. */
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

/** Connections, those too on which nothing was asked yet: browsers open some in advance. */
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
