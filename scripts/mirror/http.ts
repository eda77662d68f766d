/**
 * Requests to the source, with retries, redirects and compression. Uses undici instead of `fetch`, which
 * has no limit for silent connections, and decodes `all.ndjson.gz` where a server labels it as encoded.
 */
import { setMaxListeners } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from "undici";
import { asTransferError, decoded, statusError } from "./answer.ts";
import { MirrorError, RefusedError, TransferError } from "./errors.ts";
import type { DEFAULTS } from "./run.ts";

type HttpOptions = Omit<typeof DEFAULTS, "keep" | "maxFiles">;

interface GetOptions {
	/** The most bytes to read, decoded. */
	readonly limit: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Whether caches on the way must ask the source. */
	readonly isFresh?: boolean;
	/** Whether the source lists this file, so that what it answers otherwise may be right later. */
	readonly isListed?: boolean;
}

/** Decoded. Throws a TransferError beyond the limit, or if it breaks off. */
type Body = AsyncIterable<Uint8Array>;

const USER_AGENT = "instants-mirror/2 (npx instants mirror)";
const ATTEMPTS = 5;
const MAX_REDIRECTS = 5;
/** The longest wait that a server may ask for, in milliseconds. */
const MAX_WAIT = 10 * 60_000;
/**
 * In bytes: how much of a body must come in the time of silence after which a connection is closed. undici
 * starts that time anew with every byte.
 */
const LEAST = 256 * 1024;
/**
 * In bytes, more than any body: undici 7 crashes the process when a server closes the connection while
 * a full buffer holds back the body. https://github.com/nodejs/undici/issues/5360
 */
const BUFFER = 512 * 1024 * 1024;
export class Http {
	/** Requests sent so far, redirects included. */
	requests = 0;
	#bytes = 0;
	readonly #options: HttpOptions;
	/** Milliseconds. */
	readonly #timeout: number;
	readonly #signal: AbortSignal;
	readonly #note: (message: string) => void;
	readonly #agent: EnvHttpProxyAgent;
	readonly #dispatcher: Dispatcher;

	/** @param signal ends all requests */
	constructor(
		source: string,
		options: HttpOptions,
		signal: AbortSignal,
		note: (message: string) => void,
	) {
		this.#options = options;
		this.#timeout = options.timeout * 1000;
		this.#signal = signal;
		this.#note = note;
		this.#agent = new EnvHttpProxyAgent({
			connections: options.concurrency,
			connect: { timeout: this.#timeout },
			headersTimeout: this.#timeout,
			bodyTimeout: this.#timeout,
		});
		const origins = [source, ...options.followOrigin].map((url) => new URL(url).origin);
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
	 * Asks until `use` has made something of a body, or no attempt is left. `use` may throw a MirrorError
	 * for one that is not what it must be.
	 */
	async get<T>(url: URL, options: GetOptions, use: (body: Body) => Promise<T>): Promise<T> {
		const attempt = (number: number): Promise<T> =>
			this.#attempt(url, { isFresh: number > 1, ...options }, use);
		try {
			return await pRetry(attempt, {
				retries: ATTEMPTS - 1,
				minTimeout: this.#options.delay,
				randomize: true,
				signal: this.#signal,
				shouldRetry: ({ error }) => error instanceof MirrorError && this.#mayRetry(error),
			});
		} catch (error) {
			throw this.#signal.aborted ? this.#signal.reason : error;
		}
	}

	/** The whole body as bytes. */
	async bytes(url: URL, options: GetOptions): Promise<Buffer> {
		return await this.get(url, options, buffer);
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	async #attempt<T>(
		url: URL,
		{ limit, headers: more = {}, isFresh = false, isListed = false }: GetOptions,
		use: (body: Body) => Promise<T>,
	): Promise<T> {
		const longest = Math.min(Math.ceil(this.#timeout * (2 + limit / LEAST)), 2 ** 31 - 1);
		const sent = request(url, {
			dispatcher: this.#dispatcher,
			headers: {
				"user-agent": USER_AGENT,
				"accept-encoding": url.pathname.endsWith(".gz") ? "identity" : "gzip, br",
				...(isFresh ? { "cache-control": "no-cache" } : {}),
				...more,
			},
			signal: AbortSignal.timeout(longest),
			highWaterMark: BUFFER,
		});
		const response = await sent.catch((error) => {
			throw asTransferError(url, error);
		});
		// Without a listener, the error of a body that nobody reads would end the process.
		response.body.on("error", () => {});
		try {
			const { statusCode, headers } = response;
			if (statusCode !== 200) throw statusError(url, statusCode, headers, isListed);
			return await use(this.#decoded(url, response, limit, isListed));
		} finally {
			response.body.destroy();
		}
	}

	async *#decoded(
		url: URL,
		{ body, headers }: Dispatcher.ResponseData,
		limit: number,
		isListed: boolean,
	): Body {
		const refuseBeyondLimit = (bytes: number): void => {
			if (bytes <= limit) return;
			// Nothing but a list says that a file should be smaller than it came.
			throw new TransferError(url, `has more than ${limit} bytes`, { isTransient: isListed });
		};
		const { maxGigabytes } = this.#options;
		let bytes = 0;
		try {
			const whole = decoded(url, body, headers);
			if (whole === body) refuseBeyondLimit(Number(headers["content-length"] ?? 0));
			for await (const chunk of whole) {
				bytes += chunk.length;
				this.#bytes += chunk.length;
				refuseBeyondLimit(bytes);
				if (this.#bytes > maxGigabytes * 1e9) {
					const reason = `more than ${maxGigabytes} GB were fetched until here`;
					throw new RefusedError(
						`${url}: ${reason}; if that is right, allow it with --max-gigabytes N`,
					);
				}
				yield chunk;
			}
		} catch (error) {
			throw asTransferError(url, error);
		}
	}

	/** Waits as long as the server asks for. */
	async #mayRetry(error: MirrorError): Promise<boolean> {
		if (!(error instanceof TransferError) || !error.isTransient) return error.isTransient;
		const { retryAfter, url } = error;
		if (retryAfter > MAX_WAIT) {
			const minutes = Math.ceil(retryAfter / 60_000);
			throw new MirrorError(`${url}: asks us to wait ${minutes} minutes; run this again then`);
		}
		if (retryAfter > 1000) this.#note(`${url}: asks us to wait ${Math.ceil(retryAfter / 1000)} s`);
		return await sleep(retryAfter, true, { signal: this.#signal });
	}
}

function refuseForeign(url: URL, origins: readonly string[]): void {
	if (origins.includes(url.origin)) return;
	throw new RefusedError(
		`${url.href}: is not at ${origins[0]}; mirror that site itself, or allow it with --follow-origin ${url.origin}`,
	);
}
