/** The pointer and the files of the store: from the device where they are stored, else from the network. */
import { POINTER_PATH } from "../../tree/paths.ts";
import { fetchedAsset } from "../../tree/reading.ts";
import { isStoreName } from "../../tree/store.ts";
import { openBuildCache, STORE_CACHE, scopedUrl } from "./scope.ts";
import { verifiedFile } from "./verified.ts";

/** A file of the store, whose name is the beginning of its hash. */
const STORE_FILE = /^\/v1\/instants\/\w+\/(\w+)\.(?:nd)?json$/;

/** The pointer or a file of the store; undefined for any other path. Throws when it cannot be had. */
export async function dataFile(path: string): Promise<Response | undefined> {
	if (path === POINTER_PATH) return (await completePointer()) ?? visitedPointer();
	const [, name] = STORE_FILE.exec(path) ?? [];
	return isStoreName(name) ? storeFile(path, name) : undefined;
}

/** The pointer of this worker's build; undefined until all its data are stored. */
export async function completePointer(): Promise<Response | undefined> {
	return (await openBuildCache()).match(scopedUrl(POINTER_PATH));
}

/** The pointer that is published, or was at the last visit. */
async function visitedPointer(): Promise<Response> {
	const url = scopedUrl(POINTER_PATH);
	const visited = await caches.open(STORE_CACHE);
	try {
		const response = await fetch(url, { cache: "no-cache" });
		if (response.ok) await put(visited, url, response);
		return response;
	} catch (error) {
		const found = await visited.match(url);
		if (found === undefined) throw error;
		return found;
	}
}

async function storeFile(path: string, name: string): Promise<Response> {
	const store = await caches.open(STORE_CACHE);
	const stored = await store.match(scopedUrl(path));
	if (stored !== undefined) return stored;
	const file = await verifiedFile({ path, sha256: name });
	await put(store, scopedUrl(path), file);
	return file;
}

/** The answer does not depend on whether the device has room for a copy. */
async function put(cache: Cache, url: string, response: Response): Promise<void> {
	await cache.put(url, response.clone()).catch(() => {});
}

/** How the handler reads the data. */
export const asset = fetchedAsset(
	async (path) => (await dataFile(path)) ?? new Response(null, { status: 404 }),
);
