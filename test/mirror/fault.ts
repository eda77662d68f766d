/** The ways in which a request can fail, and answers that fail in these ways. */
import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** How a request fails. */
export type Fault =
	/** Ends in the middle, with or without a Content-Length. */
	| "truncated"
	| "cut off"
	| "wrong bytes"
	| "too many bytes"
	/** Has a Content-Length larger than declared in the manifest. */
	| "announces more"
	/** Never responds, or falls silent in the middle. */
	| "hangs"
	| "hangs midway"
	/** Arrives byte by byte, but completely. */
	| "drips"
	/** Would take forever. */
	| "trickles"
	| "hangs up"
	/** Is complete, and the connection is closed after it. */
	| "closes"
	| "gzip on the way"
	| "br on the way"
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	| { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> };

export type Answer = { readonly body: Buffer; readonly headers?: Record<string, string> };

export function answerWith(
	response: ServerResponse,
	{ body, headers = {} }: Answer,
	fault: Extract<Fault, string> | undefined,
): void {
	const { length } = body;
	const head = (bytes: number, more: Record<string, string> = {}) =>
		response.writeHead(200, { ...headers, ...more, "content-length": bytes });
	const half = body.subarray(0, length >> 1);
	switch (fault) {
		case undefined:
			return void head(length).end(body);
		case "truncated":
			head(length).write(half, () => response.destroy());
			return;
		case "cut off":
			response.writeHead(200, headers).write(half, () => response.destroy());
			return;
		case "wrong bytes":
			return void head(length).end(Buffer.alloc(length, "x"));
		case "too many bytes":
			return void response.writeHead(200, headers).end(Buffer.concat([body, Buffer.from("x")]));
		case "announces more":
			return void head(length + 1).end(Buffer.concat([body, Buffer.from("x")]));
		case "hangs":
			return;
		case "hangs midway":
			return void head(length).write(half);
		case "drips":
			head(length);
			for (const byte of body) response.write(Buffer.of(byte));
			return void response.end();
		case "trickles":
			response.writeHead(200, headers);
			return void trickle(response);
		case "hangs up":
			return void response.destroy();
		case "closes":
			return void head(length, { connection: "close" }).end(body);
		case "gzip on the way":
			return void answerEncoded(response, "gzip", body);
		case "br on the way":
			return void answerEncoded(response, "br", body);
	}
}

/** Sends a byte fifty times a second until the client closes the connection. */
function trickle(response: ServerResponse): void {
	const timer = setInterval(() => response.write("x"), 20);
	response.once("close", () => clearInterval(timer));
}

function answerEncoded(response: ServerResponse, coding: "gzip" | "br", body: Buffer): void {
	const packed = coding === "gzip" ? gzipSync(body) : brotliCompressSync(body);
	const headers = { "content-encoding": coding, "content-length": packed.length };
	response.writeHead(200, headers).end(packed);
}
