/** A file server that can misbehave on request, in every way that a server or network can. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll } from "vitest";

/** How a request fails. */
export type Fault =
	| keyof typeof FAULTS
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	| { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> };

/** Answers with a body, or with what is left of it. */
type Send = (response: ServerResponse, body: Buffer) => unknown;

const head = (response: ServerResponse, { length }: Buffer, headers = {}): ServerResponse =>
	response.writeHead(200, { ...headers, "content-length": length });
const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1);
const encoded = (coding: string, encode: (body: Buffer) => Buffer): Send => {
	return (response, body) => {
		const packed = encode(body);
		head(response, packed, { "content-encoding": coding }).end(packed);
	};
};

const FAULTS = {
	truncated: (response, body) => head(response, body).write(half(body), () => response.destroy()),
	/** The same without a Content-Length. */
	"cut off": (response, body) => response.write(half(body), () => response.destroy()),
	"wrong bytes": (response, body) => head(response, body).end(Buffer.alloc(body.length, "x")),
	"too many bytes": (response, body) => response.end(Buffer.concat([body, Buffer.from("x")])),
	hangs: () => {},
	"hangs midway": (response, body) => head(response, body).write(half(body)),
	/** Arrives byte by byte, but completely. */
	drips: (response, body) => {
		head(response, body);
		for (const byte of body) response.write(Buffer.of(byte));
		response.end();
	},
	/** Sends a byte fifty times a second until the client closes the connection. */
	trickles: (response) => {
		const timer = setInterval(() => response.write("x"), 20);
		response.once("close", () => clearInterval(timer));
	},
	"hangs up": (response) => response.destroy(),
	"gzip on the way": encoded("gzip", gzipSync),
	"br on the way": encoded("br", brotliCompressSync),
} as const satisfies Readonly<Record<string, Send>>;

interface Received {
	/** Decoded. */
	readonly path: string;
	readonly headers: IncomingMessage["headers"];
}

export class FaultyServer {
	/** All requests since the last reset. */
	requests: Received[] = [];
	/** The folder to serve, or a function that finds the content of a path. */
	serves: string | ((path: string) => { readonly body: Buffer } | undefined) = "";
	/** Called before each response; may change what is served. */
	before: (request: Received, number: number) => void = () => {};
	readonly #faults = new Map<string, Fault[]>();
	#always = new Map<string, Fault>();
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

	/** Removes all faults but these, which all requests for their paths get, and forgets past requests. */
	reset(serves = this.serves, faults: Readonly<Record<string, Fault>> = {}): void {
		this.serves = serves;
		this.#faults.clear();
		this.#always = new Map(Object.entries(faults));
		this.requests = [];
		this.before = () => {};
	}

	get paths(): string[] {
		return this.requests.map(({ path }) => path);
	}

	/** Ends all requests that hang. */
	hangUp(): void {
		this.#server.closeAllConnections();
	}

	/** Answers until the tests of the file are over. */
	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, resolve));
		afterAll(() => {
			this.#server.close();
			this.hangUp();
		});
		return this;
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
		const body = this.#find(path);
		if (body === undefined) response.writeHead(404).end("Not found");
		else if (fault === undefined) head(response, body).end(body);
		else FAULTS[fault](response, body);
	}

	#find(path: string): Buffer | undefined {
		if (typeof this.serves !== "string") return this.serves(path)?.body;
		const file = join(this.serves, path);
		return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
	}
}

/** A server that runs until the tests of the file are over. */
export async function faultyServer(serves: FaultyServer["serves"] = ""): Promise<FaultyServer> {
	const server = await new FaultyServer().start();
	server.serves = serves;
	return server;
}
