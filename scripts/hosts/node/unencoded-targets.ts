/**
 * Takes requests whose target holds bytes beyond ASCII, as curl sends `?name=café` typed on a
 * terminal. CDNs and the reference server accept them; Node's HTTP parser answers 400.
 */
import type { Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";

const LF = 0x0a;

/** A request's first bytes, its request line percent-encoded. */
function withEncodedLine(bytes: Buffer): Buffer {
	const end = bytes.indexOf(LF);
	if (end < 0) return bytes;
	const line = bytes
		.toString("latin1", 0, end)
		.replace(/[\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
	return Buffer.concat([Buffer.from(line, "latin1"), bytes.subarray(end)]);
}

/**
 * A server to listen on in front of `http`: it encodes the first request of each connection. Later
 * ones on the same connection are left to Node, which refuses them; so does Deno with all of them.
 */
export function acceptUnencodedTargets(http: HttpServer): Server {
	// Deno cuts off every second request on a connection that its HTTP server was given so.
	if ("Deno" in globalThis) return http;
	// As Node's HTTP server has them: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
	return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		// Until Node's own handlers take over, a reset must not end the process.
		const ignore = (): void => {};
		socket.on("error", ignore);
		socket.once("readable", () => {
			const bytes: Buffer | null = socket.read();
			if (bytes !== null) socket.unshift(withEncodedLine(bytes));
			socket.off("error", ignore);
			http.emit("connection", socket);
		});
	});
}
