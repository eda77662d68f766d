/**
 * Requests to the source, with retries, redirects and compression. Uses undici instead of `fetch`, which
 * has no limit for silent connections, and decodes `all.ndjson.gz` where a server labels it as encoded.
 */
import { setMaxListeners } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import pRetry from "p-retry";
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from "undici";
import { shown } from "../console/text.ts";
import {
	asTransferError,
	MirrorError,
	RefusedError,
	statusError,
	TransferError,
} from "./errors.ts";
import type { DEFAULTS, Run } from "./run.ts";

/** What a run says about its requests. */
interface HttpRun extends Pick<Run, "url" | "signal" | "report"> {
	readonly options: Omit<typeof DEFAULTS, "keep" | "maxFiles">;
}

interface GetOptions {
	/** The most bytes to read, decoded. */
	readonly limit: number;
	/** Whether caches on the way must ask the source. */
	readonly isFresh?: boolean;
	/** Whether the source lists this file, so that what it answers otherwise may be right later. */
	readonly isListed?: boolean;
}

/** Decoded. Throws a TransferError beyond the limit, or if it breaks off. */
type Body = AsyncIterable<Uint8Array>;

/**
 * In bytes: how much of a body must come in the time of silence after which a connection is closed. undici
 * restarts that time with every byte.
 */
const LEAST = 256 * 1024;
/**
 * In bytes, more than any body: undici 7 crashes the process when a server closes the connection while
 * a full buffer holds back the body. https://github.com/nodejs/undici/issues/5360
 */
const BUFFER = 512 * 1024 * 1024;
/** Of what requests accept. */
const DECODERS = new Map([
	["gzip", createGunzip],
	["br", createBrotliDecompress],
]);

export class Http {
	/** Requests sent so far, redirects included. */
	requests = 0;
	/** The bytes that came, decoded. */
	bytes = 0;
	readonly #run: HttpRun;
	readonly #agent: EnvHttpProxyAgent;
	readonly #dispatcher: Dispatcher;

	constructor(run: HttpRun) {
		const { url: source, options, signal } = run;
		this.#run = run;
		const timeout = options.timeout * 1000;
		this.#agent = new EnvHttpProxyAgent({
			connections: options.concurrency,
			connect: { timeout },
			headersTimeout: timeout,
			bodyTimeout: timeout,
		});
		const origins = [source, ...options.followOrigin].map((url) => new URL(url).origin);
		const originRule: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (sent, handler) => {
			refuseForeign(new URL(sent.path, sent.origin), origins);
			this.requests++;
			return dispatch(sent, handler);
		};
		const redirects = interceptors.redirect({ maxRedirections: 5 });
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
		const { options: how, signal } = this.#run;
		const attempt = (number: number): Promise<T> =>
			this.#attempt(url, { isFresh: number > 1, ...options }, use);
		try {
			return await pRetry(attempt, {
				retries: 4,
				minTimeout: how.delay,
				randomize: true,
				signal,
				shouldRetry: ({ error }) => error instanceof MirrorError && this.#mayRetry(error),
			});
		} catch (error) {
			throw signal.aborted ? signal.reason : error;
		}
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	async #attempt<T>(
		url: URL,
		{ limit, isFresh = false, isListed = false }: GetOptions,
		use: (body: Body) => Promise<T>,
	): Promise<T> {
		const longest = Math.min(
			Math.ceil(this.#run.options.timeout * 1000 * (2 + limit / LEAST)),
			2 ** 31 - 1,
		);
		const sent = request(url, {
			dispatcher: this.#dispatcher,
			headers: {
				"user-agent": "instants-mirror/2 (npx instants mirror)",
				accept: "application/json, */*;q=0.9",
				"accept-encoding": url.pathname.endsWith(".gz") ? "identity" : "gzip, br",
				...(isFresh ? { "cache-control": "no-cache" } : {}),
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
			if (response.statusCode !== 200) throw statusError(url, response, isListed);
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
		const most = this.#run.options.maxGigabytes * 1e9;
		const refuseBeyondLimit = (bytes: number): void => {
			if (this.bytes > most) {
				throw new RefusedError(
					`${url}: more than ${most} bytes were fetched until here; if that is right, allow them with --max-gigabytes N`,
				);
			}
			if (bytes <= limit) return;
			// Nothing but a list says that a file should be smaller than it came.
			throw new TransferError(url, `has more than ${limit} bytes`, { isTransient: isListed });
		};
		let bytes = 0;
		try {
			const whole = decoded(url, body, headers);
			if (whole === body) refuseBeyondLimit(Number(headers["content-length"] ?? 0));
			for await (const chunk of whole) {
				bytes += chunk.length;
				this.bytes += chunk.length;
				refuseBeyondLimit(bytes);
				yield chunk;
			}
		} catch (error) {
			throw asTransferError(url, error);
		}
	}

	/** Waits as long as the server asks for. */
	async #mayRetry(error: MirrorError): Promise<boolean> {
		if (!error.isTransient) return false;
		const wait = error instanceof TransferError ? error.wait : 0;
		if (wait > 1000) this.#run.report.note(error.message);
		return await sleep(wait, true, { signal: this.#run.signal });
	}
}

function refuseForeign(url: URL, [own, ...others]: readonly string[]): void {
	if (url.origin === own || others.includes(url.origin)) return;
	throw new RefusedError(
		`${url.href}: is not at ${own}; mirror that site itself, or allow it with --follow-origin ${url.origin}`,
	);
}

function decoded(url: URL, body: Readable, headers: IncomingHttpHeaders): Readable {
	const coding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	// What is compressed itself is published as it is, whatever a server calls it.
	if (coding === "identity" || url.pathname.endsWith(".gz")) return body;
	const decoder = DECODERS.get(coding)?.();
	if (decoder !== undefined) return pipeline(body, decoder, () => {});
	throw new TransferError(url, `has the unknown Content-Encoding ${shown(coding)}`);
}
