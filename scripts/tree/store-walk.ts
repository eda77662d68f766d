/** Finds every file that a root of the store leads to: to copy the store, and to check a copy. */
import { readNode } from "./index-node.ts";
import { hasRows } from "./packs.ts";
import { AT_A_TIME, type Store, type StoreFolder } from "./store.ts";

export interface StoreFile {
	readonly folder: StoreFolder;
	readonly name: string;
	readonly extension: string;
	/** Whether it is an index file. */
	readonly isIndex: boolean;
}

/**
 * The files that a root leads to, level by level and in the order of keys: the root, the other index
 * files, then the files they name; none if there is no root. Reads only index files. Throws DamagedTree.
 */
export async function* storeFiles(
	store: Store,
	folder: StoreFolder,
	root: string | undefined,
): AsyncGenerator<StoreFile> {
	if (root === undefined) return;
	yield { folder, name: root, extension: "json", isIndex: true };
	let names = [root];
	let depth: number | undefined;
	do {
		const below: string[] = [];
		for (let i = 0; i < names.length; i += AT_A_TIME) {
			const nodes = await Promise.all(
				names.slice(i, i + AT_A_TIME).map((name) => readNode(store, folder, name, depth)),
			);
			depth ??= nodes[0]?.depth ?? 1;
			const isIndex = depth > 1;
			const extension = hasRows(folder) && !isIndex ? "ndjson" : "json";
			for (const { entries } of nodes) {
				for (const [, name] of entries) {
					yield { folder, name, extension, isIndex };
					below.push(name);
				}
			}
		}
		names = below;
		depth = (depth ?? 1) - 1;
	} while (depth > 0);
}
