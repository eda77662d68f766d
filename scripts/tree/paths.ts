/** Where things lie in the published tree. These paths are promises to everyone who reads it. */

/** The pointer to the build that the tree holds. */
export const POINTER_PATH = "/latest.json";
/** The full MiniSearch index. */
export const SEARCH_INDEX_PATH = "/v1/instants/minisearch/index.json";
/** The module with which a client searches that index. */
export const SEARCH_MODULE_PATH = "/v1/instants/minisearch/minisearch.js";
/** The whole catalogue, one clip a line. */
export const ALL_PATH = "/v1/instants/all.ndjson";

/** Longer keys are not precomputed: they approach the limits of file systems. */
export const MAX_KEY_LENGTH = 120;

/** A listing page, 1-based. */
export function listingPath(page: number): string {
	return `/v1/instants/page/${page}.json`;
}

/** A result page of a single word, 1-based. */
export function wordPath(key: string, page: number): string {
	return `/v1/instants/name/${key}/${page}.json`;
}

/**
 * The folder name of a word: ASCII, safe on every host and file system, and never two words to one
 * key even where names ignore case. `[a-z0-9]` stay, every other UTF-8 byte becomes `_hh`.
 */
export function wordKey(word: string): string {
	let key = "w-";
	for (const byte of new TextEncoder().encode(word)) {
		const plain = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a);
		key += plain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, "0")}`;
	}
	return key;
}

/** The word of such a name; undefined for a name that no word has. */
export function wordOf(key: string): string | undefined {
	const encoded = key.slice(2).replace(/_([0-9a-f]{2})/g, "%$1");
	try {
		const word = decodeURIComponent(encoded);
		return wordKey(word) === key ? word : undefined;
	} catch {
		return undefined;
	}
}
