/** Finds every file that a root of the store leads to: to copy the store, and to check a copy. */
import { readNode } from "./index-node.ts";
import type { Store, StoreFolder } from "./store.ts";

/** A file of the store. */
export interface StoreFile {
	readonly folder: StoreFolder;
	readonly name: string;
	readonly extension: string;
}

/**
 * The files that a root leads to, root and other index files included. Index files are read on the
 * way, the others are not. Throws what `store.read` throws.
 */
export async function* storeFiles(
	store: Store,
	folder: StoreFolder,
	root: string,
): AsyncGenerator<StoreFile> {
	yield { folder, name: root, extension: "json" };
	const { depth, entries } = await readNode(store, folder, root);
	for (const [, name] of entries) {
		if (depth > 1) yield* storeFiles(store, folder, name);
		else yield { folder, name, extension: folder === "packs" ? "ndjson" : "json" };
	}
}
