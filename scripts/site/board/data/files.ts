/**
 * Reads published files for the handler in the page. A deploy changes files while pages are open, and without a
 * service worker, as in private windows and over plain HTTP, nothing stores the old ones.
 */
import { POINTER_PATH } from "../../../tree/paths.ts";
import type { Asset } from "../../../tree/reading.ts";
import { FILE_TIMEOUT_MS, SMALL_FILE_TIMEOUT_MS, Unreachable } from "../page/scripts.ts";
import { fileUrl } from "../page/site-root.ts";

type Reading = ReturnType<Asset>;

/**
 * Files that are being read, since simultaneous requests need the same files, and the pointer once it has been
 * read.
 */
const known = new Map<string, Reading>();

/**
 * Reads files for one request. The handler begins with the pointer, and reads it again if a file of that build is
 * missing or damaged: the second time, neither the page's memory nor the browser's cache is used.
 */
export function filesForRequest(): Asset {
	let builds = 0;
	return async (path) => {
		if (path !== POINTER_PATH) {
			// Store files never change, so a cached copy is valid however old it is.
			return builds > 1 ? fetched(path, "reload") : once(path, () => fetched(path, "force-cache"));
		}
		builds++;
		if (builds > 2) throw new Error("the published files belong to different builds");
		if (builds === 2) known.delete(POINTER_PATH);
		return readPointer();
	};
}

/** Reads the pointer, unless it has been read already. */
export function readPointer(): Reading {
	return once(POINTER_PATH, () => fetched(POINTER_PATH, "no-cache", SMALL_FILE_TIMEOUT_MS));
}

function once(path: string, read: () => Reading): Reading {
	const before = known.get(path);
	if (before !== undefined) return before;
	const reading = read();
	known.set(path, reading);
	const forget = (): void => {
		if (known.get(path) === reading) known.delete(path);
	};
	reading.then(() => path !== POINTER_PATH && forget(), forget);
	return reading;
}

/** Reads a published file; undefined when there is none. Throws Unreachable. */
export async function fetched(
	path: string,
	cache: RequestCache,
	timeout = FILE_TIMEOUT_MS,
): Reading {
	const url = fileUrl(path);
	try {
		const response = await fetch(url, { cache, signal: AbortSignal.timeout(timeout) });
		if (response.status >= 500) throw new Error(`status ${response.status}`);
		return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
	} catch (error) {
		throw new Unreachable(`${url}: ${error}`);
	}
}
