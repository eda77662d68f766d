/** The published files as the worker has them: of its own build if that is stored, else from the network. */

import { ALL_PATH, listingPath, POINTER_PATH } from "../../tree/paths.ts";
import { parsePointer } from "../../tree/pointer.ts";
import type { Asset } from "../../tree/reading.ts";
import { type Listing, listingPageIn, openListing } from "./listing.ts";
import { fileUrl, VISITED_CACHE } from "./scope.ts";
import { isComplete, openBuildCache } from "./store.ts";

/** Read once while the worker lives: it belongs to one build. */
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

/** A file of this build, out of what is stored; undefined when that does not hold it. */
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

/** A file from the network, or as it was when it was last read. Throws when there is neither. */
export async function visitedFile(path: string): Promise<Response> {
	const url = fileUrl(path);
	try {
		// Asked for anew: what the browser's cache has may be of a build before. Shards never change.
		const response = await fetch(url, { cache: isShard(path) ? "default" : "no-cache" });
		if (response.ok) await noteVisit(path, response.clone());
		return response;
	} catch (error) {
		const found = await (await caches.open(VISITED_CACHE)).match(url);
		if (found === undefined) throw error;
		return found;
	}
}

/** Whether a file lies in a folder that is named for its build. */
function isShard(path: string): boolean {
	return /^\/v1\/instants\/search\/[^/]+\//.test(path);
}

/** Remembers a file. A pointer to another build makes all the others worthless. */
async function noteVisit(path: string, response: Response): Promise<void> {
	const url = fileUrl(path);
	if (path === POINTER_PATH) {
		const known = await (await caches.open(VISITED_CACHE)).match(url);
		const isSame = (await known?.text()) === (await response.clone().text());
		if (!isSame) await caches.delete(VISITED_CACHE);
	}
	// A device without room answers all the same.
	await (await caches.open(VISITED_CACHE)).put(url, response).catch(() => {});
}

/** What the handler reads. */
export const asset: Asset = async (path) => {
	if (await isComplete()) return (await storedFile(path))?.text();
	const response = await visitedFile(path);
	if (response.status === 404) return undefined;
	if (!response.ok) throw new Error(`${path}: status ${response.status}`);
	return response.text();
};
