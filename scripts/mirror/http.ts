/**
 * Requests to the source, with retries, redirects and compression. Uses undici instead of `fetch`, which
 * has no limit for silent connections, and decodes `all.ndjson.gz` where a server labels it as encoded.
 */
import { setMaxListeners } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from "undici";
import { asTransferError, collected, decodedBody, MAX_REDIRECTS, statusError } from "./answer.ts";
import { MirrorError, RefusedError, TransferError } from "./errors.ts";
import type { DEFAULTS } from "./run.ts";

type HttpOptions = Pick<typeof DEFAULTS, "concurrency" | "delay" | "followOrigin" | "timeout">;

export interface GetOptions {
	/** The most bytes to read, decoded. */
	readonly limit: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Whether caches on the way must ask the source. */
	readonly isFresh?: boolean;
	/** Whether the source lists this file, so that what it answers otherwise may be right later. */
	readonly isListed?: boolean;
	/** Statuses to accept; 200 alone unless given. */
	readonly statuses?: readonly number[];
}

export interface Answer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	/** Decoded. Throws a TransferError beyond the limit, or if it breaks off. */
	readonly body: AsyncIterable<Uint8Array>;
}

const USER_AGENT = "instants-mirror/2 (npx instants mirror)";
const ATTEMPTS = 5;
/** The longest wait that a server may ask for, in milliseconds. */
const MAX_WAIT = 10 * 60_000;
/** The slowest acceptable transfer, in bytes per second. */
const LEAST_RATE = 100;
/**
 * In bytes, more than any body: undici 7 crashes the process when a server closes the connection while
 * a full buffer holds back the body. https://github.com/nodejs/undici/issues/5360
 */
const BUFFER = 512 * 1024 * 1024;

export class Http {
	/** Requests sent so far, redirects included. */
	requests = 0;
	readonly #delay: number;
	/** Milliseconds. */
	readonly #timeout: number;
	readonly #signal: AbortSignal;
	readonly #note: (message: string) => void;
	readonly #agent: EnvHttpProxyAgent;
	readonly #dispatcher: Dispatcher;
	#waitUntil = 0;

	/** @param signal ends all requests */
	constructor(
		source: string,
		{ concurrency, delay, followOrigin, timeout }: HttpOptions,
		signal: AbortSignal,
		note: (message: string) => void,
	) {
		this.#delay = delay;
		this.#timeout = timeout * 1000;
		this.#signal = signal;
		this.#note = note;
		this.#agent = new EnvHttpProxyAgent({
			connections: concurrency,
			connect: { timeout: this.#timeout },
			headersTimeout: this.#timeout,
			bodyTimeout: this.#timeout,
		});
		const origins = [source, ...followOrigin].map((url) => new URL(url).origin);
		const originRule: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (sent, handler) => {
			refuseForeign(new URL(sent.path, sent.origin), origins);
			this.requests++;
			return dispatch(sent, handler);
		};
		const redirects = interceptors.redirect({ maxRedirections: MAX_REDIRECTS });
		this.#dispatcher = this.#agent.compose(originRule, redirects);
		// Every wait adds a listener: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
		setMaxListeners(0, signal);
		signal.addEventListener("abort", () => this.#agent.destroy(signal.reason));
	}

	/**
	 * Asks until `use` has made something of an answer, or no attempt is left. `use` may throw a
	 * MirrorError for an answer that is not what it must be.
	 */
	async get<T>(url: URL, options: GetOptions, use: (answer: Answer) => Promise<T>): Promise<T> {
		const attempt = async (number: number): Promise<T> => {
			const pause = this.#waitUntil - Date.now();
			if (pause > 0) await sleep(pause, undefined, { signal: this.#signal });
			return await this.#attempt(url, { isFresh: number > 1, ...options }, use);
		};
		try {
			return await pRetry(attempt, {
				retries: ATTEMPTS - 1,
				minTimeout: this.#delay,
				randomize: true,
				signal: this.#signal,
				shouldRetry: ({ error }) => error instanceof MirrorError && error.isTransient,
				onFailedAttempt: ({ error }) => {
					if (error instanceof TransferError) this.#holdAll(error);
				},
			});
		} catch (error) {
			throw this.#signal.aborted ? this.#signal.reason : error;
		}
	}

	/** The whole body as bytes. */
	async bytes(url: URL, options: GetOptions): Promise<Buffer> {
		return await this.get(url, options, async ({ body }) => await collected(body));
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	async #attempt<T>(
		url: URL,
		options: GetOptions,
		use: (answer: Answer) => Promise<T>,
	): Promise<T> {
		const slow = new AbortController();
		let [bytes, before] = [0, 0];
		// undici restarts its own timeouts at every byte, and at every interim answer.
		const timer = setInterval(() => {
			const least = (LEAST_RATE * this.#timeout) / 1000;
			if (bytes - before < least) slow.abort(new Error("it is too slow"));
			before = bytes;
		}, 2 * this.#timeout);
		const onBytes = (count: number): void => {
			bytes += count;
		};
		let response: Dispatcher.ResponseData | undefined;
		try {
			response = await this.#send(url, options, slow.signal);
			const { statusCode: status, headers, body } = response;
			// Without a listener, the error of a body that nobody reads would end the process.
			body.on("error", () => {});
			const { isListed = false, statuses = [200] } = options;
			if (!statuses.includes(status)) throw statusError(url, status, headers, isListed);
			return await use({
				status,
				headers,
				body: decodedBody(url, body, headers, options, onBytes),
			});
		} finally {
			clearInterval(timer);
			response?.body.destroy();
		}
	}

	async #send(url: URL, { headers, isFresh }: GetOptions, signal: AbortSignal) {
		const sent = request(url, {
			dispatcher: this.#dispatcher,
			headers: {
				"user-agent": USER_AGENT,
				"accept-encoding": url.pathname.endsWith(".gz") ? "identity" : "gzip, br",
				...(isFresh ? { "cache-control": "no-cache" } : {}),
				...headers,
			},
			signal,
			highWaterMark: BUFFER,
		});
		return await sent.catch((error) => {
			throw asTransferError(url, error);
		});
	}

	/** A wait that the server asks of one request holds for all. */
	#holdAll({ retryAfter, url }: TransferError): void {
		if (retryAfter === undefined) return;
		if (retryAfter > MAX_WAIT) {
			const minutes = Math.ceil(retryAfter / 60_000);
			throw new MirrorError(`${url}: asks us to wait ${minutes} minutes; run this again then`);
		}
		if (Date.now() + retryAfter > this.#waitUntil + 1000) {
			this.#note(`the source asks us to wait ${Math.ceil(retryAfter / 1000)} s`);
		}
		this.#waitUntil = Math.max(this.#waitUntil, Date.now() + retryAfter);
	}
}

function refuseForeign(url: URL, origins: readonly string[]): void {
	if (origins.includes(url.origin)) return;
	throw new RefusedError(
		`${url.href}: is not at ${origins[0]}; mirror that site itself, or allow it with --follow-origin ${url.origin}`,
	);
}
