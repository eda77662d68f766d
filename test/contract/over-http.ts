/** Sends requests exactly as written. `fetch` would normalise paths and refuse some methods. */
import { request } from "node:http";
import { afterAll, beforeAll } from "vitest";
import type { Answer, TargetRequest } from "./target.ts";

/**
 * The status that stands for no answer. A server that refuses a long request may close the connection while the client
 * is still sending, and the answer is lost. No row of the table expects this status.
 */
const HUNG_UP = 599;

/** Returns a function that sends requests to one server, with `host` in the Host header. */
function senderTo(origin: string, host: string): (sent: TargetRequest) => Promise<Answer> {
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

/** Starts a server before the tests of a group and stops it after them. By default, `host` is that of the server. */
export function testServer(
	start: () => Promise<{ readonly origin: string; stop(): unknown }>,
	host?: string,
) {
	let server: Awaited<ReturnType<typeof start>> | undefined;
	beforeAll(async () => {
		server = await start();
	});
	afterAll(() => server?.stop());
	const origin = () => server?.origin ?? "";
	const send = (sent: TargetRequest) => senderTo(origin(), host ?? new URL(origin()).host)(sent);
	return {
		get origin() {
			return origin();
		},
		send,
		get: (target: string, headers: TargetRequest["headers"] = {}) =>
			send({ method: "GET", target, headers }),
	};
}
