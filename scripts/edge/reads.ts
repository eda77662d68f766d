/** Limits how many files one request may read, so that every host can answer it. */
import { PAGE_SIZE } from "../contract/page-number.ts";
import { readNode } from "../tree/index-node.ts";
import type { Asset, PublishedTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";

/**
 * The smallest limit of any host: Cloudflare's free plan.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
export const MAX_READS = 50;

/** Looking up the precomputed page of a word takes two index files, and the page itself. */
const PAGE_FILES = 3;

/** Wraps an asset for one request: throws DamagedTree once the request exceeds the limit on files. */
export function limited(asset: Asset): Asset {
	let reads = 0;
	return async (path) => {
		if (++reads > MAX_READS)
			throw new DamagedTree(`${path} exceeds the limit on files per request`);
		return asset(path);
	};
}

/**
 * How many files the search for this many words may read. The rest of the limit is for the pointer, a precomputed
 * page and its indexes, the shard of the newest clips, the root of the packs, ten packs with the index files
 * above each, and one file in reserve.
 */
export async function maxSearchFiles(
	{ pointer, store }: PublishedTree,
	words: number,
): Promise<number> {
	const { depth } = await readNode(store, "packs", pointer.packs);
	const read = words === 1 && pointer.words !== undefined ? PAGE_FILES : 0;
	return MAX_READS - 3 - read - PAGE_SIZE * depth - 1;
}
