/**
 * One request to the source. undici rather than `fetch`, which unpacks what a server calls
 * `Content-Encoding: gzip` even where the packed bytes are the file (`all.ndjson.gz`), and has no
 * limit for a silent connection. https://undici.nodejs.org/#/docs/api/Dispatcher
 */
import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { shown } from "../console/text.ts";
import { ConnectionError, MirrorError } from "./failures.ts";

/** An answer, its body not yet read. */
export interface Reply {
	/** What was asked for; redirects may have led elsewhere. */
	readonly asked: URL;
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Dispatcher.ResponseData["body"];
	/** Milliseconds in which some of the body must come. */
	readonly window: number;
}

export interface HttpOptions {
	/** Whether other origins may be asked, when the source sends us there. */
	readonly follow: boolean;
	/** Milliseconds of silence after which a connection is given up. */
	readonly timeout: number;
	/** Most connections at a time. */
	readonly connections: number;
}

const USER_AGENT = "instants-mirror/1 (npm run mirror)";
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Asks one origin, and others only when that was allowed. */
export class Http {
	readonly origin: string;
	/** Requests sent so far, redirects included. */
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

	/** Throws a MirrorError when it leads where we may not go, a ConnectionError without an answer. */
	async get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Reply> {
		let at = url;
		for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
			this.refuseForeign(at, hop === 0 ? "" : ` (a redirect from ${url.href})`);
			const reply = await this.#send(at, headers, signal);
			const { location } = reply.headers;
			if (!REDIRECTS.includes(reply.status) || location === undefined)
				return { ...reply, asked: url, window: this.#options.timeout };
			await reply.body.dump().catch(() => {});
			if (!URL.canParse(location, at.href)) {
				throw new ConnectionError(`${at.href} redirects to ${shown(location)}, which is no URL`);
			}
			at = new URL(location, at);
		}
		throw new ConnectionError(`${url.href} redirects more than ${MAX_REDIRECTS} times`);
	}

	/** Throws a MirrorError for a URL of another origin, unless following was allowed. */
	refuseForeign(url: URL, whence: string): void {
		if (!/^https?:$/.test(url.protocol)) {
			throw new MirrorError(`${url.href}${whence}: is no http(s) URL`);
		}
		if (url.origin === this.origin || this.#options.follow) return;
		const { host, protocol } = new URL(this.origin);
		const fix =
			url.host === host && protocol === "http:"
				? "give the https URL"
				: "give the URL there, or allow it with --follow";
		throw new MirrorError(`${url.href}${whence}: is not at ${this.origin}; ${fix}`);
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	async #send(
		url: URL,
		headers: Record<string, string>,
		signal: AbortSignal,
	): Promise<Omit<Reply, "asked" | "window">> {
		this.requests++;
		// Interim answers (103) are signs of life to undici, however many come.
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), 2 * this.#options.timeout);
		try {
			const { statusCode, ...reply } = await request(url, {
				dispatcher: this.#agent,
				headers: { "user-agent": USER_AGENT, "accept-encoding": "identity", ...headers },
				signal: AbortSignal.any([signal, late.signal]),
			});
			// Whoever reads the body hears of it; a body that is given up has nobody to tell.
			reply.body.on("error", () => {});
			return { status: statusCode, headers: reply.headers, body: reply.body };
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			throw late.signal.aborted
				? new ConnectionError("no answer: Headers Timeout")
				: connectionError(error);
		} finally {
			clearTimeout(timer);
		}
	}
}

function connectionError(error: unknown): ConnectionError {
	const { message, code } = error as NodeJS.ErrnoException;
	return new ConnectionError(`no answer: ${message || code}`);
}
