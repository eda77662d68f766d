/** Sends requests as they are written: `fetch` would tidy up the path and refuse some methods. */
import { request } from "node:http";
import type { Answer, TargetRequest } from "./target.ts";

/**
 * Stands for no answer at all: a server that refuses a long request may hang up while it is still
 * sent, and its answer is then lost with the connection. No row of the table expects it.
 */
const HUNG_UP = 599;

/** A sender to one server. `host` is what the Host header says. */
export function senderTo(origin: string, host: string): (sent: TargetRequest) => Promise<Answer> {
	const { hostname, port } = new URL(origin);
	return ({ method, target, headers }) =>
		new Promise((resolve, reject) => {
			const outgoing = request(
				{ hostname, port, method, path: target, headers: { Host: host, ...headers }, agent: false },
				async (response) => {
					let body = "";
					for await (const piece of response.setEncoding("utf8")) body += piece;
					const pairs = Object.entries(response.headers).map(([k, v]) => [k, String(v)]);
					resolve({
						status: response.statusCode ?? 0,
						headers: new Headers(Object.fromEntries(pairs)),
						body,
					});
				},
			);
			outgoing.on("error", (error: NodeJS.ErrnoException) => {
				if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
				else resolve({ status: HUNG_UP, headers: new Headers(), body: "" });
			});
			outgoing.end();
		});
}
