/** Answers a name that has no precomputed pages, from the full index, which is loaded once a build. */
import { SEARCH_INDEX_PATH } from "../contract/paths.ts";
import { findByName, loadNameIndex, type NameIndex } from "../search/name-index.ts";
import { DamagedTree, type PublishedTree } from "./published-tree.ts";

/** One index at a time: a process serves one tree as a rule, and the index is the largest file of it. */
let loaded: { readonly build: string; readonly index: Promise<NameIndex> } | undefined;

async function load(tree: PublishedTree): Promise<NameIndex> {
	const json = await tree.asset(SEARCH_INDEX_PATH);
	if (json === undefined) throw new DamagedTree(`${SEARCH_INDEX_PATH} is missing`);
	return loadNameIndex(json);
}

/** Catalogue positions of all clips that a name finds, best first. */
export async function searchNames(tree: PublishedTree, name: string): Promise<number[]> {
	const { build } = tree.latest;
	if (loaded?.build !== build) {
		const index = load(tree);
		loaded = { build, index };
		// A failure is not kept: the file may be there for the next request.
		index.catch(() => {
			loaded = undefined;
		});
	}
	return findByName(await loaded.index, name);
}
