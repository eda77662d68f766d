/**
 * Finds precomputed pages. Their paths stay the same from build to build, so they are trusted only if they match
 * the hash in this build's index. Two indexes (index-node.ts) contain these hashes instead of file names: the
 * first 12 digits for each page, one after the other. So serving a precomputed page reads no more files than
 * composing it.
 *
 *     {"depth":1,"entries":[[1,"6f0c…a93e…"],[11,"0b52…"]]}      the listing, by the number of a page
 *     {"depth":1,"entries":[["boom","77ab…"],["drum","e04c…"]]}   words, each from its first page on
 */
import { filesOf, type IndexEntry } from "./index-node.ts";
import { listingPath, wordKey, wordPath } from "./paths.ts";
import type { PublishedTree } from "./reading.ts";
import { MissingFile, readText } from "./store.ts";

/** Enough digits to distinguish builds. The manifest has full hashes, to check copies. */
const DIGITS = 12;

const HASH = new RegExp(`^[0-9a-f]{${DIGITS}}$`);

/** The index entry for some pages of a list, given their full hashes. */
export function pagesEntry<K extends number | string>(
	key: K,
	hashes: readonly string[],
): IndexEntry<K> {
	return [key, hashes.map((hash) => hash.slice(0, DIGITS)).join("")];
}

/**
 * The text of a page of the listing; undefined if the build has none, or if it or its index is missing or
 * damaged. Damage is logged.
 */
export function listingPage(tree: PublishedTree, page: number): Promise<string | undefined> {
	return pageText(tree, "listing", page, listingPath(page), (first) => page - Number(first));
}

/** The same for a page of the clips with a word, which is given as its letters. */
export function wordPage(
	tree: PublishedTree,
	word: string,
	page: number,
): Promise<string | undefined> {
	const path = wordPath(wordKey(word), page);
	return pageText(tree, "words", word, path, (key) => (key === word ? page - 1 : -1));
}

/** @param placeAt the place of the page's hash in the entry with this key */
async function pageText(
	{ pointer, store }: PublishedTree,
	folder: "listing" | "words",
	from: number | string,
	path: string,
	placeAt: (key: number | string) => number,
): Promise<string | undefined> {
	const root = pointer[folder];
	if (root === undefined) return undefined;
	try {
		const [[[key, hashes] = ["", ""]] = []] = await filesOf(store, folder, root, [{ from }]);
		const start = DIGITS * placeAt(key);
		const hash = hashes.slice(start, start + DIGITS);
		return HASH.test(hash) ? await readText(store, path, hash) : undefined;
	} catch (error) {
		// Mirrors may lack pages and their indexes.
		if (!(error instanceof MissingFile)) console.warn(`instants: ${path} is composed: ${error}`);
		return undefined;
	}
}
