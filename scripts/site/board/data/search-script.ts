/** The script that searches in the page: where no host answers, among favourites, and for typing errors. */
import { readNode } from "../../../tree/index-node.ts";
import { type Asset, readTree } from "../../../tree/reading.ts";

export { handleApi, toResponse } from "../../../edge/handler.ts";
export { matchesClip, parseSearch } from "../../../search/search-query.ts";
export { mayBeMistyped, similarNames } from "./similar-names.ts";

/** Some 100 KB: at a million clips, the index of the search shards, but not of the packs. */
const MAX_NODES = 16;

/** Loads the index files that every search starts from into memory. Throws DamagedTree. */
export async function readRoots(asset: Asset): Promise<void> {
	const { pointer, store } = await readTree(asset);
	for (const folder of ["search", "packs", "manifest"] as const) {
		const { depth, entries } = await readNode(store, folder, pointer[folder]);
		if (depth === 2 && entries.length <= MAX_NODES)
			await Promise.all(entries.map(([, name]) => readNode(store, folder, name)));
	}
}
