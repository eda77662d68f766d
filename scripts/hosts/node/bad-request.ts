/** What clients are told whose requests Node's HTTP parser refuses: it would close without a word. */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { methodNotAllowed } from "../../contract/answers.ts";

interface ParserError extends Error {
	readonly code?: string;
	/** What was received, as far as it was kept. */
	readonly rawPacket?: Buffer;
}

/** https://github.com/nodejs/llhttp/blob/main/src/llhttp/constants.ts */
const INVALID_METHOD = "HPE_INVALID_METHOD";
const HEAD_TOO_LARGE = "HPE_HEADER_OVERFLOW";

async function answerTo({ code, rawPacket }: ParserError): Promise<Response> {
	if (code === INVALID_METHOD) {
		const method = /^[!-~]+/.exec(rawPacket?.toString("latin1") ?? "")?.[0] ?? "";
		return methodNotAllowed(method.slice(0, 40));
	}
	const [status, detail] =
		code === HEAD_TOO_LARGE
			? [431, "The request is too long."]
			: [400, "The request is not valid HTTP; a URL must be percent-encoded."];
	return Response.json({ detail }, { status });
}

async function write(socket: Duplex, answer: Response): Promise<void> {
	const body = await answer.text();
	const headers = [...answer.headers, ["Content-Length", String(Buffer.byteLength(body))]];
	const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
	socket.end(`HTTP/1.1 ${answer.status} \r\n${lines}Connection: close\r\n\r\n${body}`);
}

/** Answers requests that never become one, and CONNECT, which is none for us. */
export function answerBadRequests(server: Server): void {
	server.on("clientError", (error: ParserError, socket) => {
		if (socket.writable && error.code !== "ECONNRESET") {
			void answerTo(error).then((answer) => write(socket, answer));
		} else {
			socket.destroy();
		}
	});
	server.on("connect", (_, socket) => {
		void write(socket, methodNotAllowed("CONNECT"));
	});
}
