/** Answers requests for sounds and images from the device, and stores those it has to fetch. */
import { openCache } from "./caches.ts";
import { MediaCache, partOf } from "./media-cache.ts";

/** Opened for every request, because the browser may have evicted the caches. */
async function openMedia(): Promise<MediaCache> {
	return new MediaCache(await openCache("played"), await openCache("pinned"));
}

/**
 * Fetches the whole file, because a cache cannot store parts. Another origin has to allow it (CORS):
 * an opaque response cannot be cut into ranges.
 */
function getWhole(url: string): Promise<Response> {
	return fetch(url, { mode: "cors", credentials: "same-origin" });
}

/** Media that were fetched or refreshed since the worker started. */
const refreshed = new Set<string>();

/** Marks stored media as just played and fetches the current version for next time. */
async function refresh(media: MediaCache, url: string, stored: Response): Promise<void> {
	if (refreshed.has(url)) return;
	refreshed.add(url);
	// Served from the browser's HTTP cache for as long as the host allows.
	const fresh = await getWhole(url).catch(() => undefined);
	await media.keep(url, fresh?.status === 200 ? fresh : stored);
}

/** Answers a request for media. `later` keeps the worker alive for work after the answer. */
export async function answerMedia(
	request: Request,
	later: (work: Promise<unknown>) => void,
): Promise<Response> {
	const { url } = request;
	const media = await openMedia();
	const stored = await answerStored(media, request, later);
	if (stored !== undefined) return stored;
	const whole = await getWhole(url).catch(() => undefined);
	// Offline, or another origin without CORS: leave it to the browser.
	if (whole?.status !== 200) return whole ?? fetch(request);
	refreshed.add(url);
	// The clip plays even when the device has no room to store it.
	later(media.keep(url, whole.clone()).catch(() => {}));
	return answerWhole(whole, request.headers.get("Range"));
}

/** Answers from the device; undefined when the file is not stored. */
async function answerStored(
	media: MediaCache,
	{ url, headers }: Request,
	later: (work: Promise<unknown>) => void,
): Promise<Response | undefined> {
	const stored = await media.find(url);
	if (stored === undefined) return undefined;
	later(refresh(media, url, stored.clone()).catch(() => {}));
	return partOf(stored, headers.get("Range"));
}

/**
 * Answers a request for an image of another origin. Images of favourites are stored; the browser loads others,
 * because it can also show opaque responses.
 */
export async function answerForeignImage(
	request: Request,
	later: (work: Promise<unknown>) => void,
): Promise<Response> {
	return (await answerStored(await openMedia(), request, later)) ?? fetch(request);
}

/** Answers from a response that is still arriving. The whole file is passed on as it comes. */
async function answerWhole(whole: Response, range: string | null): Promise<Response> {
	if (range === null) return whole;
	const length = Number(whole.headers.get("Content-Length"));
	const isCompressed = whole.headers.has("Content-Encoding");
	if (!/^bytes=0-$/i.test(range) || length === 0 || isCompressed) return partOf(whole, range);
	const headers = new Headers(whole.headers);
	headers.set("Accept-Ranges", "bytes");
	headers.set("Content-Range", `bytes 0-${length - 1}/${length}`);
	return new Response(whole.body, { status: 206, headers });
}

/** Pins exactly these media. Returns how many could not be fetched. */
export async function pinMedia(urls: readonly string[]): Promise<number> {
	return (await openMedia()).pin(urls, getWhole);
}
