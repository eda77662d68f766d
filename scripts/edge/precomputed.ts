/**
 * Maps a query onto the file of its page: the build has written pages of the listing and of single words
 * in advance. Their hashes stand in the manifest, so none of another build is ever used.
 */
import { listParts } from "../contract/envelope.ts";
import { pageCount, type RequestedPage } from "../contract/page-number.ts";
import { parseSearch } from "../search/search-query.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { listedFile } from "../tree/lookup.ts";
import { listingPath, wordKey, wordPath } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import type { PublishedTree } from "../tree/reading.ts";
import type { List } from "./composed.ts";
import { isRebased } from "./rebase.ts";

/** The list of a query, of which only the requested page is known; undefined if that has no intact file. */
export async function precomputedList(
	tree: PublishedTree,
	name: string,
	requested: RequestedPage,
	baseUrl: string,
): Promise<List | undefined> {
	const path = isRebased(tree.pointer, baseUrl) ? undefined : pathOf(tree.pointer, name, requested);
	const json = path && (await listedFile(tree, path));
	const parts = json === undefined ? undefined : listParts(json);
	if (parts === undefined || (name === "" && parts.count !== tree.pointer.count)) return undefined;
	return { count: parts.count, rows: async () => [parts.rows] };
}

/** The path of the page of a query, which may not be precomputed; undefined if it surely is not. */
function pathOf(pointer: Pointer, name: string, requested: RequestedPage): string | undefined {
	const { pages, count, unicode } = pointer;
	if (pages === "none") return undefined;
	if (name === "") {
		const last = pageCount(count);
		const page = requested === "last" ? last : requested;
		return pages === "all" && page <= last ? listingPath(page) : undefined;
	}
	const [[word = "", times] = [], ...others] = parseSearch(name).counts;
	// A word twice puts other names first. The number of the last page is not known.
	const isSingle = times === 1 && others.length === 0 && unicode === UNICODE_VERSION;
	return isSingle && requested !== "last" ? wordPath(wordKey(word), requested) : undefined;
}
