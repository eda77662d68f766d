/** Answers requests for sounds and images: from the device where it can, and it keeps what it fetched. */
import { MediaCache } from "./media-cache.ts";
import { partOf } from "./ranges.ts";
import { PINNED_CACHE, PLAYED_CACHE } from "./scope.ts";

/** Opened anew each time: the browser may have dropped the caches since. */
async function openMedia(): Promise<MediaCache> {
	return new MediaCache(await caches.open(PLAYED_CACHE), await caches.open(PINNED_CACHE));
}

/**
 * A clip as a whole, never a part: parts cannot be stored. Of another origin it comes only if that
 * allows it; an answer that cannot be looked into cannot be cut into ranges either.
 */
function getWhole(url: string): Promise<Response> {
	return fetch(url, { mode: "cors", credentials: "same-origin" });
}

/** Clips that were asked for since the worker started, as browsers do with every page or so. */
const refreshed = new Set<string>();

/** Notes that a stored clip was played, and fetches it anew, so that the next time a changed one is heard. */
async function refresh(media: MediaCache, url: string, stored: Response): Promise<void> {
	if (refreshed.has(url)) return;
	refreshed.add(url);
	// The browser's own cache answers while it may: a request goes out only when the host wants one.
	const fresh = await getWhole(url).catch(() => undefined);
	await media.keep(url, fresh?.status === 200 ? fresh : stored);
}

/**
 * Answers one request.
 * @param later keeps the worker alive for what follows the answer
 */
export async function answerMedia(
	request: Request,
	later: (work: Promise<unknown>) => void,
): Promise<Response> {
	const { url } = request;
	const range = request.headers.get("Range");
	const media = await openMedia();
	const stored = await answerStored(media, request, later);
	if (stored !== undefined) return stored;
	const whole = await getWhole(url).catch(() => undefined);
	// No network, or an origin that lets nobody look into its files: the browser's own way is left.
	if (whole?.status !== 200) return whole ?? fetch(request);
	refreshed.add(url);
	// A device without room plays it all the same.
	later(media.keep(url, whole.clone()).catch(() => {}));
	return fromStart(range) ? begun(whole, range) : partOf(whole, range);
}

/** Answers out of what is stored; undefined when the clip is not. */
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
 * Answers a request for an image of another origin: those of favourites are stored. Others go the
 * browser's own way, for what cannot be looked into shows all the same.
 */
export async function answerForeignImage(
	request: Request,
	later: (work: Promise<unknown>) => void,
): Promise<Response> {
	return (await answerStored(await openMedia(), request, later)) ?? fetch(request);
}

function fromStart(range: string | null): boolean {
	return range === null || /^bytes=0-$/i.test(range);
}

/** An answer that is passed on while it still comes. */
async function begun(whole: Response, range: string | null): Promise<Response> {
	const length = Number(whole.headers.get("Content-Length"));
	const isPacked = whole.headers.has("Content-Encoding");
	if (range === null) return whole;
	if (length === 0 || isPacked) return partOf(whole, range);
	const headers = new Headers(whole.headers);
	headers.set("Accept-Ranges", "bytes");
	headers.set("Content-Range", `bytes 0-${length - 1}/${length}`);
	return new Response(whole.body, { status: 206, headers });
}

/** Pins just these media; gives how many cannot be fetched. */
export async function pinMedia(urls: readonly string[]): Promise<{ failed: number }> {
	return (await openMedia()).pin(urls, getWhole);
}
