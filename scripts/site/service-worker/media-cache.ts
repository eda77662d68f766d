/** Media on the device: pinned ones stay, others are dropped when room is needed, least recently played first. */
import pMap from "p-map";
import { byteRange } from "../../contract/byte-range.ts";

/** Keys must come in the order in which they were last put. */
export type ClipCache = Pick<Cache, "match" | "put" | "delete" | "keys">;

/** Room for media that are not pinned: about a thousand clips of usual length. */
const MAX_PLAYED_BYTES = 100_000_000;

function bytesIn(response: Response | undefined): number {
	return Number(response?.headers.get("Content-Length") ?? 0);
}

/** The headers that describe the content, and those that keep it from running as part of the site. */
const KEPT_HEADERS = [
	"Content-Type",
	"ETag",
	"Last-Modified",
	"Content-Security-Policy",
	"X-Content-Type-Options",
];

/** A copy with only the headers that matter here. */
async function storable(whole: Response): Promise<Response> {
	const blob = await whole.blob();
	const headers = new Headers({ "Content-Length": String(blob.size) });
	for (const name of KEPT_HEADERS) {
		const value = whole.headers.get(name);
		if (value !== null) headers.set(name, value);
	}
	return new Response(blob, { headers });
}

type Get = (url: string) => Promise<Response>;

/** As many requests as browsers send to one host over HTTP/1.1. */
const CONCURRENCY = 6;

/** The files of the latest call of `pin`: a star may be removed while its clip loads. */
let latest: ReadonlySet<string> = new Set();

/** The media of one site, by URL. */
export class MediaCache {
	readonly #played: ClipCache;
	/** Media of favourites. */
	readonly #pinned: ClipCache;
	readonly #maxBytes: number;

	constructor(played: ClipCache, pinned: ClipCache, maxBytes = MAX_PLAYED_BYTES) {
		this.#played = played;
		this.#pinned = pinned;
		this.#maxBytes = maxBytes;
	}

	/** The whole file; undefined when it is not on the device. */
	async find(url: string): Promise<Response | undefined> {
		return (await this.#pinned.match(url)) ?? this.#played.match(url);
	}

	/** Stores a file as the most recently played one. */
	async keep(url: string, whole: Response): Promise<void> {
		const response = await storable(whole);
		if ((await this.#pinned.match(url)) !== undefined) await this.#pinned.put(url, response);
		else if (bytesIn(response) <= this.#maxBytes) {
			await this.#played.put(url, response);
			await this.#makeRoom();
		}
	}

	/** Pins exactly these files, fetching those that are missing. Returns how many could not be fetched or stored. */
	async pin(urls: readonly string[], get: Get): Promise<number> {
		const wanted = new Set(urls);
		latest = wanted;
		const held = new Set((await this.#pinned.keys()).map(({ url }) => url));
		for (const url of held) if (!wanted.has(url)) await this.#unpin(url);
		let failed = 0;
		const hold = async (url: string): Promise<void> => {
			try {
				const whole = (await this.#played.match(url)) ?? (await get(url));
				if (whole.status !== 200) throw new Error(`${url}: ${whole.status}`);
				await this.#pinned.put(url, await storable(whole));
				await this.#played.delete(url);
				if (!latest.has(url)) await this.#unpin(url);
			} catch {
				failed++;
			}
		};
		const missing = [...wanted].filter((url) => !held.has(url));
		await pMap(missing, hold, { concurrency: CONCURRENCY });
		return failed;
	}

	async #unpin(url: string): Promise<void> {
		const response = await this.#pinned.match(url);
		await this.#pinned.delete(url);
		if (response !== undefined) await this.keep(url, response);
	}

	async #makeRoom(): Promise<void> {
		const sizes = new Map<string, number>();
		for (const { url } of await this.#played.keys()) {
			sizes.set(url, bytesIn(await this.#played.match(url)));
		}
		let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
		for (const [url, bytes] of sizes) {
			if (total <= this.#maxBytes) return;
			await this.#played.delete(url);
			total -= bytes;
		}
	}
}

/** The part of a file that a `Range` header asks for, which audio players send. */
export async function partOf(whole: Response, header: string | null): Promise<Response> {
	const blob = await whole.blob();
	const headers = new Headers(whole.headers);
	headers.set("Accept-Ranges", "bytes");
	const range = byteRange(header, blob.size);
	if (range === "unsatisfiable") {
		headers.set("Content-Range", `bytes */${blob.size}`);
		headers.delete("Content-Length");
		return new Response(null, { status: 416, headers });
	}
	const { offset, length } = range ?? { offset: 0, length: blob.size };
	headers.set("Content-Length", String(length));
	if (range !== undefined) {
		headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${blob.size}`);
	}
	const part = blob.slice(offset, offset + length);
	return new Response(part, { status: range === undefined ? 200 : 206, headers });
}
