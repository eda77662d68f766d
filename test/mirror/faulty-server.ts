/** A file server that can misbehave on request, in every way that a server or network can. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Answer, answerWith, type Fault } from "./fault.ts";

export interface Received {
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
	/** The largest number of concurrent requests. */
	busiest = 0;
	#busy = 0;
	readonly #faults = new Map<string, Fault[]>();
	readonly #always = new Map<string, Fault>();
	readonly #server = createServer((request, response) => {
		this.#busiestNow(response);
		this.#answer(request, response);
	});

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
		this.busiest = 0;
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

	#busiestNow(response: ServerResponse): void {
		this.#busy++;
		this.busiest = Math.max(this.busiest, this.#busy);
		response.once("close", () => this.#busy--);
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const target = request.url ?? "/";
		const path = decodeURIComponent(target.slice(1));
		const received = { path, headers: request.headers };
		this.requests.push(received);
		this.before(received, this.requests.length);
		const fault = this.#faults.get(path)?.shift() ?? this.#always.get(path);
		if (typeof fault === "object") {
			this.#answerOtherwise(response, fault);
			return;
		}
		const found = this.#find(path);
		if (found === undefined) return void response.writeHead(404).end("Not found");
		const etag = `"${createHash("sha256").update(found.body).digest("hex").slice(0, 16)}"`;
		if (fault === undefined && request.headers["if-none-match"] === etag) {
			return void response.writeHead(304, { etag }).end();
		}
		answerWith(response, { headers: { etag, ...found.headers }, body: found.body }, fault);
	}

	#answerOtherwise(response: ServerResponse, fault: Exclude<Fault, string>): void {
		if ("status" in fault) response.writeHead(fault.status, fault.headers).end("An error page");
		else response.writeHead(200, fault.headers).end(fault.body);
	}

	#find(path: string): Answer | undefined {
		if (typeof this.serves !== "string") return this.serves(path);
		const file = join(this.serves, path);
		const isFile = existsSync(file) && statSync(file).isFile();
		return isFile ? { body: readFileSync(file) } : undefined;
	}
}

/** A server that runs until the tests of the file are over. */
export async function faultyServer(serves: FaultyServer["serves"] = ""): Promise<FaultyServer> {
	const server = await new FaultyServer().start();
	server.serves = serves;
	afterAll(() => server.stop());
	return server;
}
