/** The place that is mirrored: gives the bytes of its files, however often it must be asked. */

import { bytesOf, isEncoded } from "./body.ts";
import { ContentError, StatusError, TransferError } from "./failures.ts";
import { Http, type HttpOptions, type Reply } from "./http.ts";
import { Asker, type Patience, retryAfter } from "./patience.ts";

/** What a server said of a version of a file, to be asked whether it is still that one. */
export interface Validators {
	readonly etag?: string | undefined;
	readonly modified?: string | undefined;
}

/** What one request may ask and how its answer is taken. */
export interface Asking<T> {
	readonly url: URL;
	/** Of the version that is held; without, the answer is never `take304`. */
	readonly held?: Validators | undefined;
	readonly accept?: string;
	/** Ends it, waits included; else only the end of the run does. */
	readonly signal?: AbortSignal;
	/** Whether caches on the way are to ask the source itself. */
	readonly fresh?: boolean;
	/** Whether it was promised to be there, so that even a 404 may pass: caches learn of files late. */
	readonly isPromised?: boolean;
	readonly take: (reply: Reply) => Promise<T>;
	/** The result when the held version is the current one. */
	readonly take304?: () => T;
	/** Told each failure that may pass; may throw to end the asking. */
	readonly onFailure?: (error: TransferError) => Promise<void> | void;
}

export interface SourceOptions extends HttpOptions {
	readonly patience: Patience;
	/** Told for how many milliseconds the source asks to be left alone. */
	readonly onWait: (milliseconds: number) => void;
	readonly signal: AbortSignal;
}

export class Source {
	readonly url: URL;
	readonly signal: AbortSignal;
	readonly #http: Http;
	readonly #asker: Asker;

	/** @param url of the folder that relative paths are told from; without a trailing slash */
	constructor(url: string, options: SourceOptions) {
		this.url = new URL(`${url}/`);
		this.signal = options.signal;
		this.#http = new Http(this.url.origin, options);
		this.#asker = new Asker(options.patience, options.onWait);
	}

	get requests(): number {
		return this.#http.requests;
	}

	/** The URL of a file, given by its path in the tree. */
	at(path: string): URL {
		return new URL(path.split("/").map(encodeURIComponent).join("/"), this.url);
	}

	/** Throws a MirrorError for a URL of another origin, unless following was allowed. */
	refuseForeign(url: URL, whence: string): void {
		this.#http.refuseForeign(url, whence);
	}

	/** Throws a StatusError or TransferError when it comes to nothing. */
	async get<T>(asking: Asking<T>): Promise<T> {
		const { url, held, take, take304, onFailure, signal = this.signal } = asking;
		const ask = async (attempt: number): Promise<T> => {
			const conditions = take304 === undefined ? {} : conditionsOf(held);
			const fresh = asking.fresh === true || attempt > 1 ? { "cache-control": "no-cache" } : {};
			const accept = asking.accept === undefined ? {} : { accept: asking.accept };
			const reply = await this.#http.get(url, { ...accept, ...conditions, ...fresh }, signal);
			if (reply.status === 304 && take304 !== undefined) {
				await reply.body.dump();
				return take304();
			}
			if (reply.status !== 200) {
				await reply.body.dump().catch(() => {});
				const wait = retryAfter(reply.headers["retry-after"], Date.now());
				throw new StatusError(reply.status, wait, asking.isPromised);
			}
			return await take(reply);
		};
		try {
			return await this.#asker.until(ask, signal, onFailure);
		} catch (error) {
			if (error instanceof TransferError) error.url = url.href;
			throw error;
		}
	}

	/**
	 * The body as text. Throws a ContentError beyond `limit` bytes.
	 * @param most how the limit is said
	 */
	async text(reply: Reply, limit: number, most?: string): Promise<string> {
		const pieces: Uint8Array[] = [];
		for await (const piece of limited(reply, limit, this.signal, most)) pieces.push(piece);
		return Buffer.concat(pieces).toString("utf8");
	}

	async close(): Promise<void> {
		await this.#http.close();
	}
}

function conditionsOf(held: Validators | undefined): Record<string, string> {
	if (held?.etag !== undefined) return { "if-none-match": held.etag };
	if (held?.modified !== undefined) return { "if-modified-since": held.modified };
	return {};
}

/** The validators that an answer came with. */
export function validatorsOf({ headers }: Reply): Validators {
	return { etag: headers.etag, modified: headers["last-modified"] };
}

/** The bytes of a body. Throws a ContentError at the first byte beyond `limit`, or before, if it is announced. */
export async function* limited(
	reply: Reply,
	limit: number,
	signal: AbortSignal,
	most = `the ${limit} declared`,
): AsyncGenerator<Uint8Array> {
	const announced = Number(reply.headers["content-length"] ?? 0);
	if (announced > limit && !isEncoded(reply)) {
		reply.body.destroy();
		throw new ContentError(`is announced with ${announced} bytes, more than ${most}`);
	}
	let bytes = 0;
	for await (const piece of bytesOf(reply, signal)) {
		bytes += piece.length;
		if (bytes > limit) throw new ContentError(`has more bytes than ${most}`);
		yield piece;
	}
}
