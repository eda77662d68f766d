/** Answers in JSON what Node does not pass to the request listener. By default it sends no body. */
import { type IncomingMessage, METHODS, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Answer, methodNotAllowed } from "../../contract/answers.ts";
import { toJson } from "../../contract/envelope.ts";
import type { TurnTaker } from "./turns.ts";

interface ParserError extends Error {
	readonly code?: string;
	/** The last bytes received; they may not be the whole request. */
	readonly rawPacket?: Buffer;
	/** How many of them were understood. */
	readonly bytesParsed?: number;
}

/** https://github.com/nodejs/llhttp/blob/main/src/llhttp/constants.ts */
const INVALID_METHOD = "HPE_INVALID_METHOD";

const REASONS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
	HPE_HEADER_OVERFLOW: [431, "The request is too long."],
	ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long."],
};

/**
 * Whether a packet begins with an earlier request, which was understood. Bun does not say how many bytes
 * were, and turns the methods of what it has understood to lower case.
 */
function beginsWithAnother(packet: string, method: string, bytesParsed: number): boolean {
	const isFollowed = METHODS.includes(method.toUpperCase()) && /\r\n\r\n./s.test(packet);
	return bytesParsed > method.length || isFollowed;
}

function answerTo({ code = "", rawPacket, bytesParsed = 0 }: ParserError): Answer {
	const packet = rawPacket?.toString("latin1") ?? "";
	const method = /^[!-~]+/.exec(packet)?.[0] ?? "";
	if (code === INVALID_METHOD && !beginsWithAnother(packet, method, bytesParsed)) {
		return methodNotAllowed(method.slice(0, 40));
	}
	const [status, detail] = REASONS[code] ?? [
		400,
		"The request is not valid HTTP; a URL must be percent-encoded.",
	];
	return { status, headers: { "Content-Type": "application/json" }, body: toJson({ detail }) };
}

function write(socket: Duplex, { status, headers, body }: Answer): void {
	const length = Buffer.byteLength(body ?? "");
	const lines = Object.entries({ ...headers, "Content-Length": length }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
	socket.end(`${head}Connection: close\r\n\r\n${body}`);
}

/** Requests that Node cannot parse or that take too long, and CONNECT. */
export function answerBadRequests(
	server: Server,
	{ isBusy, mayAnswer }: Pick<TurnTaker, "isBusy" | "mayAnswer">,
): void {
	const refused = new WeakSet<Duplex>();
	server.on("clientError", async (error: ParserError, socket) => {
		// All that follows a bad request is bad as well.
		if (refused.has(socket)) return;
		refused.add(socket);
		const isGone = error.code === "ECONNRESET" || !(await mayAnswer(socket));
		if (socket.writable && !isGone) write(socket, answerTo(error));
		else socket.destroy();
	});
	server.on("connect", (_: IncomingMessage, socket: Duplex) => {
		// Node has removed its own listener, and without one a reset would end the process.
		socket.on("error", () => socket.destroy());
		// Node no longer sends the rest of answers under way.
		if (isBusy(socket)) socket.destroy();
		else write(socket, methodNotAllowed("CONNECT"));
	});
}
