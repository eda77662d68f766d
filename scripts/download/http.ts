/**
 * Sends requests to the source, with retries, redirects and compression. Uses undici, because `fetch`
 * has no timeout for silent connections, and would decode `all.ndjson.gz` if a server sends it with a
 * Content-Encoding.
 */

import { setMaxListeners } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { VERSION } from "../console/invocation.ts";
import type { Progress } from "../console/progress.ts";
import { printable, shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { linkedUrl } from "./addresses.ts";
import type { HTTP_DEFAULTS } from "./defaults.ts";
import { ForeignError, RefusedError, TransferError } from "./errors.ts";

interface HttpOptions extends Readonly<typeof HTTP_DEFAULTS>, Pick<Progress, "note"> {
	/** The source: requests go to its origin. */
	readonly url: string;
	readonly signal: AbortSignal;
}

interface GetOptions {
	/** The maximum number of bytes to read, decoded. */
	readonly limit: number;
	/** Whether to bypass caches. */
	readonly isFresh?: boolean;
	/** Whether the source lists this file: a 404 may then come from a cache, and another attempt may help. */
	readonly isListed?: boolean;
	/** Whether to try again after a wrong answer; true by default. */
	readonly isEssential?: boolean;
}

const ATTEMPTS = 5;
const MAX_REDIRECTS = 5;
/** The longest wait that a server may request, in milliseconds. */
const MAX_WAIT = 10 * 60_000;
/** After this many files in a row without an answer, a host is considered dead. */
const MAX_UNANSWERED = 5;

/** The minimum transfer rate, in bytes per second, averaged over the timeout. */
const LEAST = 4 * 1024;
/**
 * The size of the buffer for a body, in bytes. undici 7 crashes when a server closes the connection while the
 * buffer is full, so this is larger than what arrives at once, and nothing else is awaited while a body is read.
 * https://github.com/nodejs/undici/issues/5360
 */
const BUFFER = 1024 * 1024;
/** The largest file that is requested compressed, in bytes, because decoding happens in memory. */
const MAX_DECODED = 32 * 1024 * 1024;

/** The decoded bytes. Throws a TransferError if bytes are missing or there are too many. */
type Body = AsyncIterable<Uint8Array>;

export class Http {
	/** Requests sent so far, redirects included. */
	requests = 0;
	/** Bytes received, decoded. */
	bytes = 0;
	readonly #options: HttpOptions;
	readonly #agent: EnvHttpProxyAgent;
	/** Origins that requests may be sent to, the source's first. */
	readonly #origins: readonly string[];
	/** How many files in a row had no answer, by origin. */
	readonly #unanswered = new Map<string, number>();
	readonly #closing = new AbortController();

	/** Throws a UserError. */
	constructor(options: HttpOptions) {
		const { url, followOrigin, concurrency } = options;
		const signal = AbortSignal.any([options.signal, this.#closing.signal]);
		this.#options = { ...options, signal };
		const timeout = options.timeout * 1000;
		const bounds = { headersTimeout: timeout, bodyTimeout: 0 };
		try {
			this.#agent = new EnvHttpProxyAgent({
				...bounds,
				connections: concurrency,
				connect: { timeout },
			});
		} catch {
			throw new UserError(
				"HTTPS_PROXY, HTTP_PROXY: must be absolute URLs, such as http://proxy.example:3128",
			);
		}
		this.#origins = [url, ...followOrigin].map((text) => new URL(text).origin);
		// Every wait adds a listener: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
		setMaxListeners(0, signal);
		signal.addEventListener("abort", () => this.#agent.destroy(signal.reason));
	}

	/**
	 * Requests a URL until `use` accepts a body or no attempts are left. To reject a body, `use` throws a
	 * TransferError.
	 */
	async get<T>(url: URL, options: GetOptions, use: (body: Body) => Promise<T>): Promise<T> {
		const { delay, signal } = this.#options;
		const unanswered = (): number => this.#unanswered.get(url.origin) ?? 0;
		if (unanswered() >= MAX_UNANSWERED) {
			throw new TransferError(url, `was not requested after ${unanswered()} failures in a row`);
		}
		for (let number = 1, asked = 0; ; number++) {
			try {
				// Wait about twice as long each time, and at least as long as the server asks.
				const pause = delay * 2 ** (number - 2) * (1 + Math.random());
				if (number > 1) await sleep(Math.max(asked, pause), undefined, { signal });
				const result = await this.#attempt(url, { isFresh: number > 1, ...options }, use);
				this.#unanswered.delete(url.origin);
				return result;
			} catch (error) {
				if (signal.aborted) throw signal.reason;
				if (!(error instanceof TransferError)) throw error;
				const { isAnswered, isFinal, wait = 0 } = error.fault;
				const isEnough = isAnswered && options.isEssential === false;
				if (number === ATTEMPTS || isFinal || isEnough || wait > MAX_WAIT) {
					this.#unanswered.set(url.origin, isAnswered ? 0 : unanswered() + 1);
					throw error;
				}
				if (wait > 1000) this.#options.note(error.message);
				asked = wait;
			}
		}
	}

	/** Requests a file that may have just changed: bypasses caches, and reads the whole body into memory. */
	async text<T>(url: URL, limit: number, use: (text: Buffer) => Promise<T> | T): Promise<T> {
		return await this.get(url, { limit, isFresh: true }, async (body) => use(await buffer(body)));
	}

	/** Ends all requests, so that a failed run ends immediately. */
	async close(): Promise<void> {
		this.#closing.abort(new Error("the run is over"));
		await this.#agent.destroy();
	}

	async #attempt<T>(url: URL, options: GetOptions, use: (body: Body) => Promise<T>): Promise<T> {
		const { isFresh, isListed = false, limit } = options;
		const response = await this.#answer(url, {
			"user-agent": `instants/${VERSION}`,
			accept: "application/json, */*;q=0.9",
			"accept-encoding": acceptedCodings(url, limit),
			...(isFresh ? { "cache-control": "no-cache" } : {}),
		});
		try {
			if (response.statusCode !== 200) throw statusError(url, response, isListed);
			return await use(this.#bodyOf(url, response, options));
		} finally {
			response.body.destroy();
		}
	}

	/** Follows redirects. Throws a ForeignError for a URL whose origin is not allowed. */
	async #answer(first: URL, headers: Record<string, string>): Promise<Dispatcher.ResponseData> {
		const [source = ""] = this.#origins;
		for (let url = first, redirects = 0; ; redirects++) {
			if (!this.#origins.includes(url.origin)) throw new ForeignError(url, source);
			this.requests++;
			const options = { dispatcher: this.#agent, headers, highWaterMark: BUFFER };
			const response = await request(url, options).catch((error) => {
				throw transferError(first, error);
			});
			// Without a listener, an error in a body that nobody reads would end the process.
			response.body.on("error", () => {});
			const { location } = response.headers;
			const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode);
			if (!isRedirect || typeof location !== "string") return response;
			response.body.destroy();
			const next = linkedUrl(location, url);
			if (next === undefined || redirects === MAX_REDIRECTS) {
				const reason = `is redirected to ${shown(location)}, which cannot be followed`;
				throw new TransferError(first, reason, { isFinal: true, isAnswered: true });
			}
			url = next;
		}
	}

	/** Streams a body; decodes a compressed one when it is complete. */
	async *#bodyOf(
		url: URL,
		response: Dispatcher.ResponseData,
		{ limit, isListed = false }: GetOptions,
	): Body {
		const { timeout } = this.#options;
		const { body } = response;
		const decode = decoderOf(url, response);
		// A file that is larger than listed may come from a cache, and then another attempt may help.
		const fault = { isFinal: !isListed, isAnswered: true };
		const tooLarge = new TransferError(url, `has more than ${limit} bytes`, fault);
		const maxOutputLength = Math.min(limit, MAX_DECODED);
		const most = decode === undefined ? limit : maxOutputLength + BUFFER;
		let [bytes, came] = [0, 0];
		const watch = setInterval(() => {
			const isSlow = came < LEAST * timeout;
			if (isSlow) body.destroy(new Error(`sent only ${came} bytes in ${timeout} s`));
			came = 0;
		}, timeout * 1000);
		const packed: Uint8Array[] = [];
		try {
			for await (const chunk of body) {
				bytes += chunk.length;
				came += chunk.length;
				if (bytes > most) throw tooLarge;
				if (decode === undefined) yield this.#counted(url, chunk);
				else packed.push(chunk);
			}
			if (decode === undefined) return;
			yield this.#counted(url, await decode(Buffer.concat(packed), { maxOutputLength }));
		} catch (error) {
			const isBomb = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
			throw isBomb ? tooLarge : transferError(url, error);
		} finally {
			clearInterval(watch);
		}
	}

	#counted(url: URL, chunk: Uint8Array): Uint8Array {
		const most = this.#options.maxGigabytes * 1e9;
		this.bytes += chunk.length;
		if (this.bytes <= most) return chunk;
		throw new RefusedError(
			`${url}: this run has fetched more than ${most} bytes; if you expect that many, allow them with --max-gigabytes N`,
		);
	}
}

/** The codes of certificate errors. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

/** Turns the error of a request without a complete answer into a TransferError. */
function transferError(url: URL, error: unknown): unknown {
	if (error instanceof UserError || !(error instanceof Error)) return error;
	const { message, code = "" } = error as NodeJS.ErrnoException;
	const reason = printable(message || code);
	if (!CERTIFICATE.test(code)) return new TransferError(url, `incomplete response: ${reason}`);
	const fix = "if you trust it, point NODE_EXTRA_CA_CERTS at its CA certificate";
	const what = `has a certificate that is not trusted (${reason}); ${fix}`;
	return new TransferError(url, what, { isFinal: true });
}

/** The error for an answer whose status is not 200. */
function statusError(
	url: URL,
	{ statusCode: status, headers }: Dispatcher.ResponseData,
	isListed: boolean,
): TransferError {
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const isLater = [408, 425, 429].includes(status) || status >= 500;
	// A cache may not have new files yet.
	const isFinal = !isLater && !(isListed && [404, 410].includes(status));
	const wait = isFinal ? 0 : milliseconds(String(headers["retry-after"]));
	const pause = wait > 0 ? `, with a request to wait ${Math.ceil(wait / 1000)} s` : "";
	const reason = `was answered with status ${status}${pause}`;
	return new TransferError(url, reason, { status, isFinal, isAnswered: !isLater, wait });
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function milliseconds(header: string): number {
	const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Math.max(0, wait || 0);
}

type Decode = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decode> = new Map([
	["gzip", promisify(gunzip)],
	["br", promisify(brotliDecompress)],
]);

/** The Accept-Encoding of a request. A `.gz` file must arrive unchanged. */
function acceptedCodings(url: URL, limit: number): string {
	const isSmall = limit <= MAX_DECODED && !url.pathname.endsWith(".gz");
	return isSmall ? [...DECODERS.keys()].join(", ") : "identity";
}

function decoderOf(url: URL, { headers }: Dispatcher.ResponseData): Decode | undefined {
	const coding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	// Some servers send .gz files with a Content-Encoding.
	if (coding === "identity" || url.pathname.endsWith(".gz")) return undefined;
	const decode = DECODERS.get(coding);
	if (decode !== undefined) return decode;
	const reason = `has the unknown Content-Encoding ${shown(coding)}`;
	throw new TransferError(url, reason, { isAnswered: true });
}
