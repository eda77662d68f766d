/** Finds every file that a root of the store leads to: to copy the store, and to check a copy. */
import { type IndexEntry, type IndexNode, readNode } from "./index-node.ts";
import { hasRows } from "./packs.ts";
import { DamagedTree, leadsToPages, mapInBatches, type Store, type StoreFolder } from "./store.ts";

export interface StoreFile {
	readonly folder: StoreFolder;
	readonly name: string;
	readonly extension: string;
}

/** The files that are equally far from their root. */
interface StoreLevel {
	/** In the order of their keys. */
	readonly files: readonly StoreFile[];
	/** The index entry of each file, in the same order. */
	readonly entries: readonly IndexEntry[];
	/** Whether they are index files. */
	readonly isIndex: boolean;
}

/** Files that name each other many times can promise any number of files. Throws DamagedTree. */
function refuseEndless(entries: number): void {
	if (entries <= 2_000_000) return;
	throw new DamagedTree("an index names more files than any catalogue has");
}

/**
 * The files that a root leads to: other index files, level by level, last the files that these name.
 * Reads only index files, a few at a time. Throws DamagedTree.
 * @param onEntries see `listedFiles`
 */
export async function* storeLevels(
	store: Store,
	folder: StoreFolder,
	root: string,
	onEntries = refuseEndless,
): AsyncGenerator<StoreLevel> {
	// A shard, which leads nowhere.
	if (folder === "recent") return;
	let files: StoreFile[] = [rootFile(folder, root)];
	let depth: number | undefined;
	do {
		const expected = depth;
		let count = 0;
		const nodes = await mapInBatches(files, async ({ name }) => {
			const node = await readNode(store, folder, name, expected);
			count += node.entries.length;
			onEntries(count);
			return node;
		});
		depth = (nodes[0] as IndexNode).depth - 1;
		const isIndex = depth > 0;
		// The entries above pages name no files.
		if (depth === 0 && leadsToPages(folder)) return;
		const entries = nodes.flatMap((node) => node.entries);
		const extension = hasRows(folder) && !isIndex ? "ndjson" : "json";
		files = entries.map(([, name]) => ({ folder, name, extension }));
		yield { files, entries, isIndex };
	} while (depth > 0);
}

function rootFile(folder: StoreFolder, name: string): StoreFile {
	return { folder, name, extension: "json" };
}

/** The root and all files that it leads to; none if there is no root. Throws DamagedTree. */
export async function* storeFiles(
	store: Store,
	folder: StoreFolder,
	root: string | undefined,
): AsyncGenerator<StoreFile> {
	if (root === undefined) return;
	yield rootFile(folder, root);
	for await (const { files } of storeLevels(store, folder, root)) yield* files;
}
