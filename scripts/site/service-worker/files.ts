/** Published files: those of the worker's own build where they are stored, otherwise from the network. */
import { POINTER_PATH } from "../../tree/paths.ts";
import { fetchedAsset } from "../../tree/reading.ts";
import { fileUrl, VISITED_CACHE } from "./scope.ts";
import { openBuildCache } from "./store.ts";

/** A stored file of this build; undefined when it is not stored. */
export async function storedFile(path: string): Promise<Response | undefined> {
	return (await openBuildCache()).match(fileUrl(path));
}

/** A file from the network, or the copy from the last visit. Throws when there is neither. */
export async function visitedFile(path: string): Promise<Response> {
	const url = fileUrl(path);
	try {
		// The browser may have cached the pointer of an older build; files of the store never change.
		const response = await fetch(url, { cache: path === POINTER_PATH ? "no-cache" : "default" });
		if (response.ok) await noteVisit(path, response.clone());
		return response;
	} catch (error) {
		const found = await (await caches.open(VISITED_CACHE)).match(url);
		if (found === undefined) throw error;
		return found;
	}
}

/** Keeps a copy. Once the pointer names another build, earlier copies are dropped. */
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

/** How the handler reads files. */
export const asset = fetchedAsset(
	async (path) => (await storedFile(path)) ?? (await visitedFile(path)),
);
