/** A file server that can misbehave on request, in every way that a server or network can. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll } from "vitest";

/** How a request fails. */
export type Fault =
	/** Ends in the middle, with or without a Content-Length. */
	| "truncated"
	| "cut off"
	| "wrong bytes"
	| "too many bytes"
	/** Never responds, or falls silent in the middle. */
	| "hangs"
	| "hangs midway"
	/** Arrives byte by byte, but completely. */
	| "drips"
	/** Would take forever. */
	| "trickles"
	| "hangs up"
	| "gzip on the way"
	| "br on the way"
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	| { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> };

type Answer = { readonly body: Buffer; readonly headers?: Record<string, string> };

interface Received {
	/** Decoded. */
	readonly path: string;
	readonly headers: IncomingMessage["headers"];
}

export class FaultyServer {
	/** All requests since the last reset. */
	requests: Received[] = [];
	/** The folder to serve, or a function that finds the content of a path. */
	serves: string | ((path: string) => Answer | undefined) = "";
	/** Called before each response; may change what is served. */
	before: (request: Received, number: number) => void = () => {};
	readonly #faults = new Map<string, Fault[]>();
	readonly #always = new Map<string, Fault>();
	readonly #server = createServer((request, response) => this.#answer(request, response));

	get origin(): string {
		return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
	}

	/** The next requests for a path fail in these ways, one after the other. */
	fault(path: string, ...faults: Fault[]): void {
		this.#faults.set(path, [...(this.#faults.get(path) ?? []), ...faults]);
	}

	/** All requests for a path fail in this way. */
	always(path: string, fault: Fault): void {
		this.#always.set(path, fault);
	}

	/** Removes all faults, and forgets past requests. */
	reset(): void {
		this.#faults.clear();
		this.#always.clear();
		this.requests = [];
		this.before = () => {};
	}

	get paths(): string[] {
		return this.requests.map(({ path }) => path);
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, resolve));
		return this;
	}

	stop(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const target = request.url ?? "/";
		const path = decodeURIComponent(target.slice(1));
		const received = { path, headers: request.headers };
		this.requests.push(received);
		this.before(received, this.requests.length);
		const fault = this.#faults.get(path)?.shift() ?? this.#always.get(path);
		if (typeof fault === "object") {
			if ("status" in fault) response.writeHead(fault.status, fault.headers).end("An error page");
			else response.writeHead(200, fault.headers).end(fault.body);
			return;
		}
		const found = this.#find(path);
		if (found === undefined) response.writeHead(404).end("Not found");
		else answerWith(response, found, fault);
	}

	#find(path: string): Answer | undefined {
		if (typeof this.serves !== "string") return this.serves(path);
		const file = join(this.serves, path);
		const isFile = existsSync(file) && statSync(file).isFile();
		return isFile ? { body: readFileSync(file) } : undefined;
	}
}

function answerWith(
	response: ServerResponse,
	{ body, headers = {} }: Answer,
	fault: Extract<Fault, string> | undefined,
): void {
	const { length } = body;
	const head = (bytes: number) => response.writeHead(200, { ...headers, "content-length": bytes });
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

/** A server that runs until the tests of the file are over. */
export async function faultyServer(serves: FaultyServer["serves"] = ""): Promise<FaultyServer> {
	const server = await new FaultyServer().start();
	server.serves = serves;
	afterAll(() => server.stop());
	return server;
}
