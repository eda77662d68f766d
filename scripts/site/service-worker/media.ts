/** Media on the device: pinned files stay; others are deleted when room is needed, least recently played first. */
import { mapInBatches } from "../../tree/store.ts";
import { fetchSoon, partOf, storable } from "./responses.ts";

/** `keys` must return keys in the order in which they were last put. */
export type ClipCache = Pick<Cache, "match" | "put" | "delete" | "keys">;

/** Room for media that are not pinned: about a thousand clips of usual length. */
const MAX_PLAYED_BYTES = 100_000_000;

function bytesIn(response: Response | undefined): number {
	return Number(response?.headers.get("Content-Length") ?? 0);
}

/**
 * Fetches the whole file, because a cache cannot store parts. Another origin has to allow this (CORS): an opaque
 * response cannot be cut into ranges.
 */
function getWhole(url: string): Promise<Response> {
	return fetchSoon(url, { mode: "cors", credentials: "same-origin" });
}

/** The files of the latest call to `pin`: a star may be removed while its clip loads. */
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

	/** The whole file; undefined if it is not on the device. */
	async find(url: string): Promise<Response | undefined> {
		return (await this.#pinned.match(url)) ?? this.#played.match(url);
	}

	/** Stores a file as the most recently played one. */
	async keep(url: string, whole: Response): Promise<void> {
		const response = storable(whole, await whole.blob());
		if ((await this.#pinned.match(url)) !== undefined) await this.#pinned.put(url, response);
		else if (bytesIn(response) <= this.#maxBytes) {
			await this.#played.put(url, response);
			await this.#makeRoom();
		}
	}

	/** Pins exactly these files, fetching those that are missing. Returns how many could not be fetched or stored. */
	async pin(urls: readonly string[], get = getWhole): Promise<number> {
		const wanted = new Set(urls);
		latest = wanted;
		const held = new Set((await this.#pinned.keys()).map(({ url }) => url));
		for (const url of held) if (!wanted.has(url)) await this.#unpin(url);
		let failed = 0;
		const hold = async (url: string): Promise<void> => {
			try {
				const whole = (await this.#played.match(url)) ?? (await get(url));
				if (whole.status !== 200) throw new Error(`${url}: ${whole.status}`);
				await this.#pinned.put(url, storable(whole, await whole.blob()));
				await this.#played.delete(url);
				if (!latest.has(url)) await this.#unpin(url);
			} catch {
				failed++;
			}
		};
		const missing = [...wanted].filter((url) => !held.has(url));
		await mapInBatches(missing, hold);
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

/** Media that were fetched or refreshed since the worker started. */
const refreshed = new Set<string>();

/** Marks a stored file as just played, and fetches the current version for next time. */
async function refresh(media: MediaCache, url: string, stored: Response): Promise<void> {
	if (refreshed.has(url)) return;
	refreshed.add(url);
	// Served from the browser's HTTP cache for as long as the host allows.
	const fresh = await getWhole(url).catch(() => undefined);
	await media.keep(url, fresh?.status === 200 ? fresh : stored);
}

/**
 * Answers a request for a media file.
 * @param later keeps the worker alive for work after the answer
 * @param isLeftToBrowser whether to let the browser itself request a file that is not on the device, such as an
 * image from another origin: the browser can show images that the worker may not read
 */
export async function answerMedia(
	media: MediaCache,
	request: Request,
	later: (work: Promise<unknown>) => void,
	isLeftToBrowser: boolean,
): Promise<Response> {
	const { url, headers } = request;
	const range = headers.get("Range");
	const stored = await media.find(url);
	if (stored !== undefined) {
		later(refresh(media, url, stored.clone()).catch(() => {}));
		return partOf(stored, range);
	}
	if (isLeftToBrowser) return fetch(request);
	const whole = await getWhole(url).catch(() => undefined);
	// Offline, or on another origin without CORS: leave the request to the browser.
	if (whole?.status !== 200)
		return whole ?? fetch(request).catch(() => new Response(null, { status: 504 }));
	refreshed.add(url);
	// The clip plays even when the device has no room to store it.
	later(media.keep(url, whole.clone()).catch(() => {}));
	return partOf(whole, range);
}
