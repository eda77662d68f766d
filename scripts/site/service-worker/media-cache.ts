/** Media on the device: pinned ones stay, others are dropped when room is needed, least recently played first. */
import pMap from "p-map";

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

/** How much could not be held. */
export interface Held {
	/** Files that could not be fetched, or for which there was no room. */
	readonly failed: number;
	/** Files for which there was no time. */
	readonly left: number;
}

export interface ClipCaches {
	readonly played: ClipCache;
	/** Favourites. */
	readonly pinned: ClipCache;
	/** Everything, if someone has asked for it. */
	readonly saved: ClipCache;
}

type Get = (url: string) => Promise<Response>;

/** As many requests as browsers send to one host over HTTP/1.1. */
const CONCURRENCY = 6;

/** The media of one site, by URL. */
export class MediaCache {
	readonly #caches: ClipCaches;
	readonly #maxBytes: number;

	constructor(caches: ClipCaches, maxBytes = MAX_PLAYED_BYTES) {
		this.#caches = caches;
		this.#maxBytes = maxBytes;
	}

	/** The whole file; undefined when it is not on the device. */
	async find(url: string): Promise<Response | undefined> {
		const { pinned, saved, played } = this.#caches;
		return (await pinned.match(url)) ?? (await saved.match(url)) ?? played.match(url);
	}

	/** All that `find` finds. */
	async urls(): Promise<string[]> {
		const keys = await Promise.all(Object.values(this.#caches).map((cache) => cache.keys()));
		return keys.flat().map(({ url }) => url);
	}

	/** Stores a file as the most recently played one. */
	async keep(url: string, whole: Response): Promise<void> {
		const { pinned, saved, played } = this.#caches;
		const response = await storable(whole);
		let isHeld = false;
		for (const cache of [pinned, saved]) {
			if ((await cache.match(url)) === undefined) continue;
			await cache.put(url, response.clone());
			isHeld = true;
		}
		if (isHeld || bytesIn(response) > this.#maxBytes) return;
		await played.put(url, response);
		await this.#makeRoom();
	}

	/** Pins exactly these files, fetching those that are missing. */
	pin(urls: readonly string[], get: Get): Promise<Held> {
		return this.#hold(this.#caches.pinned, urls, get);
	}

	/**
	 * Saves exactly these files besides, as `pin` does.
	 * @param onProgress called with the part of them that is held: 0 to 1
	 * @param end when to stop, in milliseconds since 1970
	 */
	save(
		urls: readonly string[],
		get: Get,
		onProgress: (fraction: number) => void,
		end: number,
	): Promise<Held> {
		return this.#hold(this.#caches.saved, urls, get, onProgress, end);
	}

	async #hold(
		cache: ClipCache,
		urls: readonly string[],
		get: Get,
		onProgress: (fraction: number) => void = () => {},
		end = Number.POSITIVE_INFINITY,
	): Promise<Held> {
		const wanted = new Set(urls);
		const held = new Set((await cache.keys()).map(({ url }) => url));
		for (const url of held) if (!wanted.has(url)) await this.#letGo(cache, url);
		let [failed, left, done] = [0, 0, 0];
		let isFull = false;
		const hold = async (url: string): Promise<void> => {
			if (!held.has(url)) {
				if (Date.now() >= end) return void left++;
				const whole = isFull ? undefined : await this.#wholeOf(url, get);
				if (whole === undefined) return void failed++;
				try {
					await cache.put(url, await storable(whole));
				} catch {
					isFull = true;
					return void failed++;
				}
				await this.#caches.played.delete(url);
			}
			onProgress(++done / wanted.size);
		};
		await pMap(wanted, hold, { concurrency: CONCURRENCY });
		return { failed, left };
	}

	async #letGo(cache: ClipCache, url: string): Promise<void> {
		const response = await cache.match(url);
		await cache.delete(url);
		if (response !== undefined) await this.keep(url, response);
	}

	/** A file from the device or else the network; undefined if it cannot be had. */
	async #wholeOf(url: string, get: Get): Promise<Response | undefined> {
		const whole = (await this.find(url)) ?? (await get(url).catch(() => undefined));
		return whole?.status === 200 ? whole : undefined;
	}

	async #makeRoom(): Promise<void> {
		const sizes = new Map<string, number>();
		for (const { url } of await this.#caches.played.keys()) {
			sizes.set(url, bytesIn(await this.#caches.played.match(url)));
		}
		let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
		for (const [url, bytes] of sizes) {
			if (total <= this.#maxBytes) return;
			await this.#caches.played.delete(url);
			total -= bytes;
		}
	}
}
