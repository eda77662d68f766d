/**
 * Sends single requests to the source. Uses undici instead of `fetch`, which has no limit for silent
 * connections and decodes whatever a server labels `Content-Encoding: gzip`, even where the
 * compressed bytes are the file (`all.ndjson.gz`). https://undici.nodejs.org/#/docs/api/Dispatcher
 */
import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { shown } from "../console/text.ts";
import { ConnectionError, MirrorError } from "./errors.ts";

/** A response whose body has not been read yet. */
export interface HttpResponse {
	/** The URL requested, before any redirects. */
	readonly requested: URL;
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Dispatcher.ResponseData["body"];
	/** Milliseconds of silence after which the connection is closed. */
	readonly timeout: number;
}

export interface HttpOptions {
	/** Whether to follow links and redirects to other origins. */
	readonly follow: boolean;
	/** Milliseconds of silence after which a connection is closed. */
	readonly timeout: number;
	/** Maximum number of open connections. */
	readonly connections: number;
}

const USER_AGENT = "instants-mirror/1 (npm run mirror)";
const MAX_REDIRECTS = 5;

/**
 * In bytes, more than any body: undici 7 crashes the process when a server closes the connection while
 * a full buffer holds back the body. https://github.com/nodejs/undici/issues/5360
 */
const BUFFER = 512 * 1024 * 1024;

const REDIRECTS = [301, 302, 303, 307, 308];

/** What the source may compress on the way: everything but what is compressed already. */
function acceptEncoding({ pathname }: URL): string {
	return pathname.endsWith(".gz") ? "identity" : "gzip, br";
}

/** Sends requests to one origin, and to others only if `follow` is set. */
export class HttpClient {
	readonly origin: string;
	/** Requests sent so far, including redirects. */
	requests = 0;
	readonly #options: HttpOptions;
	readonly #agent: Dispatcher;

	constructor(origin: string, options: HttpOptions) {
		this.origin = origin;
		this.#options = options;
		this.#agent = new EnvHttpProxyAgent({
			connections: options.connections,
			connect: { timeout: options.timeout },
			headersTimeout: options.timeout,
			bodyTimeout: options.timeout,
		});
	}

	/** Follows redirects. Throws a MirrorError for a forbidden origin, a ConnectionError without a response. */
	async get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<HttpResponse> {
		let target = url;
		for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
			this.refuseForeign(target, hop === 0 ? "" : ` (a redirect from ${url.href})`);
			const response = await this.#send(target, headers, signal);
			const { location } = response.headers;
			if (!REDIRECTS.includes(response.status) || location === undefined) {
				return { ...response, requested: url, timeout: this.#options.timeout };
			}
			await response.body.dump().catch(() => {});
			if (!URL.canParse(location, target.href)) {
				throw new ConnectionError(
					`${target.href} redirects to ${shown(location)}, which is not a URL`,
				);
			}
			target = new URL(location, target);
		}
		throw new ConnectionError(`${url.href} redirects more than ${MAX_REDIRECTS} times`);
	}

	/**
	 * Throws a MirrorError for a URL at another origin, unless `follow` is set.
	 * @param from where the URL was found, for the message; empty or with a leading space
	 */
	refuseForeign(url: URL, from: string): void {
		if (!/^https?:$/.test(url.protocol)) {
			throw new MirrorError(`${url.href}${from}: is not an http or https URL`);
		}
		if (url.origin === this.origin || this.#options.follow) return;
		const { host, protocol } = new URL(this.origin);
		const fix =
			url.host === host && protocol === "http:"
				? "use the https URL"
				: "use the URL there, or allow it with --follow";
		throw new MirrorError(`${url.href}${from}: is not at ${this.origin}; ${fix}`);
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	async #send(
		url: URL,
		headers: Record<string, string>,
		signal: AbortSignal,
	): Promise<Pick<HttpResponse, "status" | "headers" | "body">> {
		this.requests++;
		// undici restarts its timeout at every interim response (103), however many there are.
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), 2 * this.#options.timeout);
		try {
			const { statusCode, ...response } = await request(url, {
				dispatcher: this.#agent,
				headers: { "user-agent": USER_AGENT, "accept-encoding": acceptEncoding(url), ...headers },
				signal: AbortSignal.any([signal, late.signal]),
				highWaterMark: BUFFER,
			});
			// Readers of the body get the error anyway; for an abandoned body it would be uncaught.
			response.body.on("error", () => {});
			return { status: statusCode, headers: response.headers, body: response.body };
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const { message, code } = error as NodeJS.ErrnoException;
			const reason = late.signal.aborted ? "Headers Timeout" : message || code;
			throw new ConnectionError(`no response: ${reason}`);
		} finally {
			clearTimeout(timer);
		}
	}
}
