/** The site being mirrored: requests its files, with retries and conditional requests. */
import { StatusError, TransferError } from "./errors.ts";
import { HttpClient, type HttpOptions, type HttpResponse } from "./http.ts";
import { Retrier, type RetryPolicy, retryAfter } from "./retry.ts";

/** What a server said about one version of a file, for conditional requests. */
export interface Validators {
	readonly etag?: string | undefined;
	readonly modified?: string | undefined;
}

export interface SourceRequest<T> {
	readonly url: URL;
	readonly accept?: string;
	/** Cancels this request, including its waits; by default the signal of the whole run does. */
	readonly signal?: AbortSignal;
	/** Whether caches on the way must revalidate. */
	readonly fresh?: boolean;
	/** Whether the source lists this file: a 404 may then be a cache that does not know it yet. */
	readonly isListed?: boolean;
	/** Reads a response with status 200. */
	readonly read: (response: HttpResponse) => Promise<T>;
	/** The version we have; the request is conditional if there is one. */
	readonly known?: KnownVersion<T> | undefined;
	/** Called after each failed attempt; may throw to stop retrying. */
	readonly onFailure?: (error: TransferError) => Promise<void> | void;
}

/** A version that the source may confirm with 304. */
interface KnownVersion<T> {
	readonly validators: Validators;
	readonly value: () => T;
}

export interface SourceOptions extends HttpOptions {
	readonly retry: RetryPolicy;
	/** Called with the milliseconds that the source asks us to wait. */
	readonly onWait: (milliseconds: number) => void;
	readonly signal: AbortSignal;
}

export class Source {
	/** Ends with a slash. */
	readonly url: URL;
	readonly signal: AbortSignal;
	readonly http: HttpClient;
	readonly #retrier: Retrier;

	/** @param url the folder that relative paths start from, without a trailing slash */
	constructor(url: string, options: SourceOptions) {
		this.url = new URL(`${url}/`);
		this.signal = options.signal;
		this.http = new HttpClient(this.url.origin, options);
		this.#retrier = new Retrier(options.retry, options.onWait);
	}

	/** The URL of a file, given its path in the tree. */
	urlOf(path: string): URL {
		return new URL(path.split("/").map(encodeURIComponent).join("/"), this.url);
	}

	/** Throws a TransferError when all attempts have failed. */
	async get<T>(request: SourceRequest<T>): Promise<T> {
		const { url, onFailure, signal = this.signal } = request;
		try {
			return await this.#retrier.run(
				async (attempt) => await this.#attempt(request, attempt, signal),
				signal,
				onFailure,
			);
		} catch (error) {
			if (error instanceof TransferError) error.url = url.href;
			throw error;
		}
	}

	async #attempt<T>(request: SourceRequest<T>, attempt: number, signal: AbortSignal): Promise<T> {
		const { url, accept, fresh, known, isListed, read } = request;
		const headers = {
			...(accept === undefined ? {} : { accept }),
			...conditions(known?.validators),
			...(fresh === true || attempt > 1 ? { "cache-control": "no-cache" } : {}),
		};
		const response = await this.http.get(url, headers, signal);
		if (response.status === 304 && known !== undefined) {
			await response.body.dump();
			return known.value();
		}
		if (response.status !== 200) {
			await response.body.dump().catch(() => {});
			const wait = retryAfter(response.headers["retry-after"], Date.now());
			throw new StatusError(response.status, wait, isListed);
		}
		return await read(response);
	}
}

function conditions(known: Validators | undefined): Record<string, string> {
	if (known?.etag !== undefined) return { "if-none-match": known.etag };
	if (known?.modified !== undefined) return { "if-modified-since": known.modified };
	return {};
}

/** The validators of a response, to be recorded with its content. */
export function validatorsOf({ headers }: HttpResponse): Validators {
	return { etag: headers.etag, modified: headers["last-modified"] };
}
