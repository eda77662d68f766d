/** Answers what Node does not pass on, as Node would by itself, but for methods that it does not know. */
import { METHODS, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Answer, methodNotAllowed } from "../../contract/answers.ts";
import type { TurnTaker } from "./turns.ts";

interface ParserError extends Error {
	readonly code?: string;
	/** The last bytes received; they may not be the whole request. */
	readonly rawPacket?: Buffer;
}

const STATUSES: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The contract has one answer for all methods but its own. */
function answerTo({ code = "", rawPacket }: ParserError): Answer {
	const [, method] =
		/^([!-~]+) \S+ HTTP\/1\.[01]\r\n/.exec(rawPacket?.toString("latin1") ?? "") ?? [];
	if (method !== undefined && !METHODS.includes(method))
		return methodNotAllowed(method.slice(0, 40));
	return { status: STATUSES[code] ?? 400, headers: {}, body: null };
}

export function answerBadRequests(server: Server, lastly: TurnTaker["lastly"]): void {
	const refused = new WeakSet<Duplex>();
	server.on("clientError", (error: ParserError, socket) => {
		// Whatever follows a bad request is bad as well, and Node says so of every packet.
		if (refused.has(socket)) return;
		refused.add(socket);
		const { status, headers, body } = answerTo(error);
		lastly(socket, () => {
			if (!socket.writable) return socket.destroy();
			const lines = Object.entries({ ...headers, "Content-Length": body?.length ?? 0 }).map(
				([name, value]) => `${name}: ${value}\r\n`,
			);
			const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
			return socket.end(`${head}Connection: close\r\n\r\n${body ?? ""}`);
		});
	});
}
