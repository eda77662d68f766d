/** Finds every file that a root of the store leads to: to copy the store, and to check a copy. */
import type { IndexNode } from "./index-node.ts";
import { DamagedTree, isStoreName, type Store, type StoreFolder, storePath } from "./store.ts";

export interface StoreFile {
	readonly folder: StoreFolder;
	readonly name: string;
	readonly extension: string;
	/** Whether it is an index file. */
	readonly isIndex: boolean;
}

/** How many index files are read at the same time. */
const AT_A_TIME = 8;

/**
 * The files that a root leads to, level by level and in the order of keys: the root, the other index
 * files, then the files they name. Reads only index files. Throws DamagedTree, even for a malformed
 * index file with the right hash, so that names are safe to use in paths.
 */
export async function* storeFiles(
	store: Store,
	folder: StoreFolder,
	root: string,
): AsyncGenerator<StoreFile> {
	yield { folder, name: root, extension: "json", isIndex: true };
	let names = [root];
	let depth: number | undefined;
	do {
		const below: string[] = [];
		for (let i = 0; i < names.length; i += AT_A_TIME) {
			const nodes = await Promise.all(
				names.slice(i, i + AT_A_TIME).map((name) => readIndex(store, folder, name, depth)),
			);
			depth ??= nodes[0]?.depth ?? 1;
			const isIndex = depth > 1;
			const extension = folder === "packs" && !isIndex ? "ndjson" : "json";
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

/**
 * Reads an index file from the store rather than from the reader's cache, to make sure that it is there.
 * @param depth the depth it must have, if known
 */
async function readIndex(
	store: Store,
	folder: StoreFolder,
	name: string,
	depth: number | undefined,
): Promise<IndexNode> {
	const text = await store.read(folder, name);
	const node = parsed(text) as { readonly depth?: unknown; readonly entries?: unknown };
	const isDepth = Number.isInteger(node.depth) && Number(node.depth) >= 1;
	const isEntry = (entry: unknown): boolean => Array.isArray(entry) && isStoreName(entry[1]);
	const areEntries = Array.isArray(node.entries) && node.entries.every(isEntry);
	// Otherwise a few bytes could promise any number of levels.
	const leads = node.depth === 1 || Object(node.entries).length > 0;
	if (!isDepth || (depth !== undefined && node.depth !== depth) || !areEntries || !leads) {
		throw new DamagedTree(`${storePath(folder, name)} is not an index file that leads to others`);
	}
	return node as IndexNode;
}

/** Anything that is not a JSON object becomes one, without the expected fields. */
function parsed(text: string): object {
	try {
		return Object(JSON.parse(text));
	} catch {
		return {};
	}
}
