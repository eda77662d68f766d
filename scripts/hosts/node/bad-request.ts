/** Sends a JSON error for requests that Node's HTTP parser rejects. By default it sends no body. */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { type Answer, methodNotAllowed } from "../../contract/answers.ts";
import { toJson } from "../../contract/envelope.ts";

interface ParserError extends Error {
	readonly code?: string;
	/** The last bytes received; they may not be the whole request. */
	readonly rawPacket?: Buffer;
}

/** https://github.com/nodejs/llhttp/blob/main/src/llhttp/constants.ts */
const INVALID_METHOD = "HPE_INVALID_METHOD";
const HEAD_TOO_LARGE = "HPE_HEADER_OVERFLOW";

function answerTo({ code, rawPacket }: ParserError): Answer {
	if (code === INVALID_METHOD) {
		const method = /^[!-~]+/.exec(rawPacket?.toString("latin1") ?? "")?.[0] ?? "";
		return methodNotAllowed(method.slice(0, 40));
	}
	const [status, detail] =
		code === HEAD_TOO_LARGE
			? [431, "The request is too long."]
			: [400, "The request is not valid HTTP; a URL must be percent-encoded."];
	return { status, headers: { "Content-Type": "application/json" }, body: toJson({ detail }) };
}

function write(socket: Duplex, { status, headers, body }: Answer): void {
	const length = Buffer.byteLength(body ?? "");
	const lines = Object.entries({ ...headers, "Content-Length": length }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	socket.end(`HTTP/1.1 ${status} \r\n${lines.join("")}Connection: close\r\n\r\n${body}`);
}

/** Answers requests that Node cannot parse, and CONNECT, which it does not pass to the request listener. */
export function answerBadRequests(server: Server): void {
	server.on("clientError", (error: ParserError, socket) => {
		if (socket.writable && error.code !== "ECONNRESET") {
			write(socket, answerTo(error));
		} else {
			socket.destroy();
		}
	});
	server.on("connect", (_, socket) => {
		write(socket, methodNotAllowed("CONNECT"));
	});
}
