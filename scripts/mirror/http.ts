/**
 * Sends requests to the source, with retries, redirects and compression. Uses undici instead of `fetch`,
 * which has no timeout for silent connections, and decodes `all.ndjson.gz` if a server sends it with a
 * Content-Encoding.
 */
import { setMaxListeners } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { shown } from "../console/text.ts";
import { ForeignError, MirrorError, RefusedError, TransferError } from "./errors.ts";
import {
	acceptedCodings,
	BUFFER,
	bodyOf,
	MAX_WAIT,
	statusError,
	transferError,
} from "./http-answer.ts";

interface HttpOptions {
	/** The source: requests go to its origin. */
	readonly url: string;
	/** Other origins that may get requests. */
	readonly followOrigin: readonly string[];
	/** Requests at a time. */
	readonly concurrency: number;
	/** Seconds of silence after which a connection is closed. */
	readonly timeout: number;
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	readonly delay: number;
	/** The most that a run may fetch. */
	readonly maxGigabytes: number;
	readonly note: (message: string) => void;
	readonly signal: AbortSignal;
}

interface GetOptions {
	/** The most bytes to read, decoded. */
	readonly limit: number;
	/** Whether to bypass caches. */
	readonly isFresh?: boolean;
	/** Whether the source lists this file: a 404 may then come from a cache, and another attempt helps. */
	readonly isListed?: boolean;
	/** Whether to try again after a wrong answer; true by default. */
	readonly isEssential?: boolean;
}

const ATTEMPTS = 5;
const MAX_REDIRECTS = 5;
/** Decoded. Throws a TransferError if it is incomplete or too large. */
type Body = AsyncIterable<Uint8Array>;

/** Throws a MirrorError. */
function agentOf(options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent {
	try {
		return new EnvHttpProxyAgent(options);
	} catch {
		throw new MirrorError(
			"HTTPS_PROXY, HTTP_PROXY: must be complete URLs, such as http://proxy.example:3128",
		);
	}
}

export class Http {
	/** Requests sent so far, redirects included. */
	requests = 0;
	/** Bytes received, decoded. */
	bytes = 0;
	readonly #options: HttpOptions;
	readonly #agent: EnvHttpProxyAgent;
	/** Origins that may get requests, the source's first. */
	readonly #origins: readonly string[];
	readonly #closing = new AbortController();

	constructor(options: HttpOptions) {
		const { url, followOrigin, concurrency } = options;
		const signal = AbortSignal.any([options.signal, this.#closing.signal]);
		this.#options = { ...options, signal };
		const timeout = options.timeout * 1000;
		this.#agent = agentOf({
			connections: concurrency,
			connect: { timeout },
			headersTimeout: timeout,
			bodyTimeout: 0,
		});
		this.#origins = [url, ...followOrigin].map((one) => new URL(one).origin);
		// Every wait adds a listener: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
		setMaxListeners(0, signal);
		signal.addEventListener("abort", () => this.#agent.destroy(signal.reason));
	}

	/**
	 * Requests a URL until `use` accepts a body, or no attempt is left. To reject a body, `use` throws a
	 * TransferError.
	 */
	async get<T>(url: URL, options: GetOptions, use: (body: Body) => Promise<T>): Promise<T> {
		const { signal } = this.#options;
		try {
			for (let number = 1; ; number++) {
				try {
					return await this.#attempt(url, { isFresh: number > 1, ...options }, use);
				} catch (error) {
					const isLast = number === ATTEMPTS || signal.aborted;
					if (isLast || !isWorthRepeating(error)) throw error;
					if (error.isAnswered && options.isEssential === false) throw error;
					await this.#pause(number, error);
				}
			}
		} catch (error) {
			throw signal.aborted ? signal.reason : error;
		}
	}

	/** The same with the whole body in memory. */
	async text<T>(url: URL, options: GetOptions, use: (text: Buffer) => Promise<T> | T): Promise<T> {
		return await this.get(url, options, async (body) => await use(await buffer(body)));
	}

	/** Ends all requests, so that a failed run ends at once. */
	async close(): Promise<void> {
		this.#closing.abort(new Error("the run is over"));
		await this.#agent.destroy();
	}

	async #attempt<T>(
		url: URL,
		{ limit, isFresh = false, isListed = false }: GetOptions,
		use: (body: Body) => Promise<T>,
	): Promise<T> {
		const { timeout } = this.#options;
		const response = await this.#answer(url, {
			"user-agent": "instants-mirror/2",
			accept: "application/json, */*;q=0.9",
			"accept-encoding": acceptedCodings(url, limit),
			...(isFresh ? { "cache-control": "no-cache" } : {}),
		});
		try {
			if (response.statusCode !== 200) throw statusError(url, response, isListed);
			return await use(this.#counted(url, bodyOf(url, response, { limit, isListed, timeout })));
		} finally {
			response.body.destroy();
		}
	}

	/** Follows redirects. Throws a ForeignError if an address is at an origin that is not allowed. */
	async #answer(first: URL, headers: Record<string, string>): Promise<Dispatcher.ResponseData> {
		const asked = new Set<string>();
		for (let url = first; ; ) {
			refuseForeign(url, this.#origins);
			asked.add(url.href);
			this.requests++;
			const options = { dispatcher: this.#agent, headers, highWaterMark: BUFFER };
			const response = await request(url, options).catch((error) => {
				throw transferError(first, error);
			});
			// Without a listener, an error of an unread body would end the process.
			response.body.on("error", () => {});
			const { location } = response.headers;
			const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode);
			if (!isRedirect || typeof location !== "string") return response;
			response.body.destroy();
			const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
			if (next === undefined || !/^https?:$/.test(next.protocol) || asked.has(next.href)) {
				throw redirectError(first, `to ${shown(location)}, which cannot be followed`);
			}
			if (asked.size > MAX_REDIRECTS)
				throw redirectError(first, `more than ${MAX_REDIRECTS} times`);
			// No host needs them here, and messages show the address.
			next.username = next.password = "";
			url = next;
		}
	}

	async *#counted(url: URL, body: Body): Body {
		const most = this.#options.maxGigabytes * 1e9;
		for await (const chunk of body) {
			this.bytes += chunk.length;
			if (this.bytes > most) {
				throw new RefusedError(
					`${url}: this run has fetched more than ${most} bytes; if that is right, allow them with --max-gigabytes N`,
				);
			}
			yield chunk;
		}
	}

	/** Waits before the next attempt: twice as long each time, at random, and at least as long as the server asks. */
	async #pause(number: number, { message, wait }: TransferError): Promise<void> {
		const { delay, note, signal } = this.#options;
		if (wait > 1000) note(message);
		const own = delay * 2 ** (number - 1) * (1 + Math.random());
		await sleep(Math.max(wait, own), undefined, { signal });
	}
}

function redirectError(url: URL, where: string): TransferError {
	return new TransferError(url, `is redirected ${where}`, { isTransient: false, isAnswered: true });
}

function isWorthRepeating(error: unknown): error is TransferError {
	return error instanceof TransferError && error.isTransient && error.wait <= MAX_WAIT;
}

function refuseForeign(url: URL, [own, ...others]: readonly string[]): void {
	if (url.origin === own || others.includes(url.origin)) return;
	throw new ForeignError(
		`${url.href}: is not at ${own}; mirror that site itself, or allow it with --follow-origin ${url.origin}`,
	);
}
