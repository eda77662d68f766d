/** Starts and stops the HTTP server of a published tree, and limits the resources that clients may use. */
import { once } from "node:events";
import { createServer, METHODS, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { UserError } from "../../console/user-error.ts";
import { type Answer, methodNotAllowed } from "../../contract/answers.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import { readTree } from "../../tree/reading.ts";
import { isRemote, openTree } from "./folder-asset.ts";
import { type ServerOptions, treeListener } from "./listener.ts";

/** Limits on the resources that clients may use. Times are in milliseconds. https://nodejs.org/api/http.html#class-httpserver */
const LIMITS = {
	/** In bytes: a query of 50,000 characters must still be answered. */
	maxHeaderSize: 256 * 1024,
	/** Measured from the start of the connection, so that silent connections are closed too. */
	headersTimeout: 10_000,
	requestTimeout: 30_000,
	keepAliveTimeout: 5_000,
	connectionsCheckingInterval: 1_000,
};

/** Limits that are set on the server once it exists, not in its options. */
const CONNECTION_LIMITS = {
	/** Closes connections whose client stops reading. Node may wait twice as long. */
	timeout: 30_000,
	maxConnections: 5_000,
};

/** How long answers may take to finish once the server is told to stop, in milliseconds. */
const STOP_TIME = 5_000;
/** How long a client has to read why its connection is being closed, in milliseconds. */
const REFUSAL_TIME = 1_000;

/** A server that is listening. */
export interface TreeServer {
	/** `http://localhost:PORT`, unless it listens only on a different address. */
	readonly origin: string;
	/** Accepts no more connections, finishes short answers, and closes the other connections. */
	stop(): Promise<void>;
}

/** The address to listen on. */
export interface Address {
	/** 0 picks a free port. */
	readonly port: number;
	/** Every address of this machine by default. */
	readonly host?: string | undefined;
}

/**
 * Serves the tree in a folder, or at a URL, until stopped. Throws a UserError.
 * @param limits replaces some of the defaults
 */
export async function startTreeServer(
	folder: string,
	address: Address,
	options: ServerOptions = {},
	limits: Partial<typeof LIMITS & typeof CONNECTION_LIMITS> = {},
): Promise<TreeServer> {
	await checkTree(folder);
	const listener = treeListener(folder, () => originOf(server, address), options);
	const { timeout, maxConnections, ...bounds } = { ...LIMITS, ...CONNECTION_LIMITS, ...limits };
	const server = createServer(bounds, listener);
	Object.assign(server, { timeout, maxConnections, httpAllowHalfOpen: true });
	const answering = answersUnderWay(server);
	answerBadRequests(server, answering);
	await listen(server, address);
	return {
		origin: originOf(server, address),
		stop: async () => {
			server.close();
			// Without `ref`, the timer does not keep the process alive.
			const isOver = setTimeout(STOP_TIME, true, { ref: false });
			// More requests may arrive on open connections in the meantime.
			while (answering.size > 0) {
				const ends = Array.from(answering, ([socket, response]) =>
					Promise.race([once(response, "close"), once(socket, "close")]),
				);
				if ((await Promise.race([Promise.all(ends), isOver])) === true) break;
			}
			server.closeAllConnections();
		},
	};
}

/** Without a readable tree, the server must fail at startup rather than on every request. */
async function checkTree(tree: string): Promise<void> {
	try {
		await readTree(openTree(tree));
	} catch (error) {
		const { message, cause } = error as Error & { cause?: { code?: string } };
		const fix = isRemote(tree)
			? `check the URL, and that ${tree}${POINTER_PATH} opens without a login`
			: "build one first";
		throw new UserError(`${tree}: holds no published tree (${cause?.code ?? message}); ${fix}`);
	}
}

/** Tracks the last unfinished answer on each connection. */
function answersUnderWay(server: Server): ReadonlyMap<Duplex, ServerResponse> {
	const answering = new Map<Duplex, ServerResponse>();
	server.on("connection", (socket) => socket.once("close", () => answering.delete(socket)));
	server.prependListener("request", ({ socket }, response) => {
		// Otherwise the client would send further requests after the server has stopped.
		if (!server.listening) response.setHeader("Connection", "close");
		answering.set(socket, response);
		response.once("close", () => answering.get(socket) === response && answering.delete(socket));
	});
	return answering;
}

interface ParserError extends Error {
	readonly code?: string;
	/** The last bytes received; they may not be the whole request. */
	readonly rawPacket?: Buffer;
}

const STATUSES: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers requests that Node rejects. It does so as Node itself would, except that unknown methods get the answer
 * that the contract defines.
 */
function answerBadRequests(server: Server, answering: ReadonlyMap<Duplex, ServerResponse>): void {
	server.on("clientError", (error: ParserError, socket) => {
		// The client would take a 400 for part of the answer that is being sent.
		if (answering.get(socket)?.headersSent) return socket.destroy();
		// Node reports every further packet on the same connection.
		if (!socket.writable) return;
		const { status, headers, body } = refusalOf(error);
		const lines = Object.entries({ ...headers, "Content-Length": body?.length ?? 0 }).map(
			([name, value]) => `${name}: ${value}\r\n`,
		);
		const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
		socket.end(`${head}Connection: close\r\n\r\n${body ?? ""}`);
		// The client may keep its half of the connection open, and each byte that it sends would give it another 30
		// seconds.
		setTimeout(REFUSAL_TIME, undefined, { ref: false }).then(() => socket.destroy());
	});
}

/** The answer to a request that Node rejects. The contract has one answer for all unsupported methods. */
function refusalOf({ code = "", rawPacket }: ParserError): Answer {
	const [, method] =
		/^([!-~]+) \S+ HTTP\/1\.[01]\r\n/.exec(rawPacket?.toString("latin1") ?? "") ?? [];
	if (method !== undefined && !METHODS.includes(method))
		return methodNotAllowed(method.slice(0, 40));
	return { status: STATUSES[code] ?? 400, headers: {}, body: null };
}

/** Each of these means all addresses of the machine. */
const EVERYWHERE = [undefined, "0.0.0.0", "::"];

function originOf(server: Server, { host }: Address): string {
	const name = EVERYWHERE.includes(host) ? "localhost" : host?.includes(":") ? `[${host}]` : host;
	return `http://${name}:${(server.address() as AddressInfo).port}`;
}

async function listen(server: Server, { port, host }: Address): Promise<void> {
	server.listen(host === undefined ? { port } : { port, host });
	try {
		await once(server, "listening");
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reasons = {
			EADDRINUSE: "is in use by another program",
			EACCES: "needs elevated privileges",
		};
		const reason = reasons[code as keyof typeof reasons];
		if (reason !== undefined) {
			throw new UserError(`port ${port}: ${reason}; choose another port, or 0 for any free port`);
		}
		if (host === undefined) throw error;
		throw new UserError(
			`address ${host}: this machine cannot listen on it (${code}); use 0.0.0.0 for all of its addresses`,
		);
	}
	// Without a listener, a connection that the system cannot accept would end the process.
	server.on("error", (error) => console.error(`instants: ${error.message}`));
}

/**
 * Waits for the first SIGINT (Ctrl-C) or SIGTERM. Process 1 of a container can only be stopped if it handles
 * these signals.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});
}
