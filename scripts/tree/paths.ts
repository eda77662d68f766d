/** The paths of files in a published tree. Clients rely on them. */

/** The pointer. */
export const POINTER_PATH = "/latest.json";
/** The signature of the pointer, if the release is signed. */
export const SIGNATURE_PATH = "/latest.json.minisig";
/** The full MiniSearch index. */
export const SEARCH_INDEX_PATH = "/v1/instants/minisearch/index.json";
/** The module that searches that index. */
export const SEARCH_MODULE_PATH = "/v1/instants/minisearch/minisearch.js";
/** The whole catalogue, one clip per line. */
export const ALL_PATH = "/v1/instants/all.ndjson";
/** All sounds, for players. */
export const PLAYLIST_PATH = "/v1/instants/all.m3u8";
/** The body of a 503, for hosts that can only send it from a file. */
export const UNAVAILABLE_PATH = "/v1/instants/errors/unavailable.json";
/** The page that hosts send if a file is missing. */
export const NOT_FOUND_PAGE = "404.html";

/** The maximum length of a key with pages. File systems limit the length of names. */
export const MAX_KEY_LENGTH = 120;

/** The path of a page of the listing. Pages are numbered from 1. */
export function listingPath(page: number): string {
	return `/v1/instants/page/${page}.json`;
}

/** The path of a page of the clips with a word. Pages are numbered from 1. */
export function wordPath(key: string, page: number): string {
	return `/v1/instants/name/${key}/${page}.json`;
}

/**
 * The folder name of a word, safe on every host and file system: `a-z` and `0-9` stay, and every other
 * UTF-8 byte becomes `_hh`. No two words share a key, not even on file systems that ignore case.
 */
export function wordKey(word: string): string {
	let key = "w-";
	for (const byte of new TextEncoder().encode(word)) {
		const plain = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a);
		key += plain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, "0")}`;
	}
	return key;
}
