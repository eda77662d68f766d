/** Published files: those of the worker's own build where they are stored, otherwise from the network. */
import { ALL_PATH, listingPath, POINTER_PATH } from "../../tree/paths.ts";
import { parsePointer } from "../../tree/pointer.ts";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";
import { type Listing, listingPageIn, openListing } from "./listing.ts";
import { fileUrl, VISITED_CACHE } from "./scope.ts";
import { isComplete, openBuildCache } from "./store.ts";

/** Read once, since a worker belongs to one build. */
let listing: Promise<Listing> | undefined;

async function readListing(): Promise<Listing> {
	const cache = await openBuildCache();
	const text = async (path: string): Promise<string> => {
		const response = await cache.match(fileUrl(path));
		if (response === undefined) throw new Error(`${path} is not stored`);
		return response.text();
	};
	const pointer = parsePointer(await text(POINTER_PATH));
	return openListing(await text(ALL_PATH), await text(listingPath(1)), pointer);
}

/** A stored file of this build; undefined when it is not stored. Listing pages are composed. */
export async function storedFile(path: string): Promise<Response | undefined> {
	const cache = await openBuildCache();
	const found = await cache.match(fileUrl(path));
	const page = listingPageIn(path);
	if (found !== undefined || page === undefined || !(await isComplete())) return found;
	listing ??= readListing();
	listing.catch(() => {
		listing = undefined;
	});
	const body = (await listing)(page);
	if (body === undefined) return undefined;
	return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** A file from the network, or the copy from the last visit. Throws when there is neither. */
export async function visitedFile(path: string): Promise<Response> {
	const url = fileUrl(path);
	try {
		// The browser may have cached other files from an older build. Shards never change.
		const response = await fetch(url, { cache: isShard(path) ? "default" : "no-cache" });
		if (response.ok) await noteVisit(path, response.clone());
		return response;
	} catch (error) {
		const found = await (await caches.open(VISITED_CACHE)).match(url);
		if (found === undefined) throw error;
		return found;
	}
}

/** Whether a file is in a folder named after its content. */
function isShard(path: string): boolean {
	return /^\/v1\/instants\/search\/[^/]+\//.test(path);
}

/** Keeps a copy. Once the pointer names another build, all earlier copies are useless. */
async function noteVisit(path: string, response: Response): Promise<void> {
	const url = fileUrl(path);
	if (path === POINTER_PATH) {
		const known = await (await caches.open(VISITED_CACHE)).match(url);
		const isSame = (await known?.text()) === (await response.clone().text());
		if (!isSame) await caches.delete(VISITED_CACHE);
	}
	// The answer does not depend on whether the device has room for the copy.
	await (await caches.open(VISITED_CACHE)).put(url, response).catch(() => {});
}

const visitedAsset = fetchedAsset(visitedFile);

/** How the handler reads files. */
export const asset: Asset = async (path) =>
	(await isComplete()) ? (await storedFile(path))?.text() : visitedAsset(path);
