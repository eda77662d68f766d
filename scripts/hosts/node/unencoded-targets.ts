/**
 * Accepts requests whose target has non-ASCII bytes, such as `?name=café` typed into curl. CDNs and the
 * reference server accept them; Node's HTTP parser answers 400.
 */
import type { Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";

const LF = 0x0a;

/** The first bytes of a request, with the request line percent-encoded. */
function withEncodedLine(bytes: Buffer): Buffer {
	const end = bytes.indexOf(LF);
	if (end < 0) return bytes;
	const line = bytes
		.toString("latin1", 0, end)
		.replace(/[\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
	return Buffer.concat([Buffer.from(line, "latin1"), bytes.subarray(end)]);
}

/**
 * A server that listens in place of `http` and encodes the first request line of each connection.
 * Later requests on the same connection go straight to Node, which rejects non-ASCII bytes. Deno
 * rejects them in every request.
 */
export function acceptUnencodedTargets(http: HttpServer): Server {
	// On Deno, every second request of a connection that was passed on like this is cut off.
	if ("Deno" in globalThis) return http;
	// The same options as Node's HTTP server: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
	return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		// Until Node's own handlers are attached, a connection reset must not crash the process.
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
