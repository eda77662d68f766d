/** Lists every file of a tree, starting from its pointer: to copy the tree or its store, and to check a copy. */
import { type IndexEntry, type IndexNode, readNode } from "./index-node.ts";
import { readObject } from "./lookup.ts";
import type { FileEntry } from "./manifest.ts";
import { hasRows } from "./packs.ts";
import type { Pointer } from "./pointer.ts";
import {
	DamagedTree,
	inBatches,
	isStoreName,
	leadsToPages,
	mapInBatches,
	type Store,
	type StoreFolder,
	storePath,
} from "./store.ts";

/** A file of a tree. The size is unknown for files of the store. */
export type ListedFile = Omit<FileEntry, "bytes"> & Partial<Pick<FileEntry, "bytes">>;

/** The part of a pointer that leads to files. */
type Roots = Partial<Pick<Pointer, StoreFolder>> & Pick<Pointer, "count">;

/** The folders of precomputed pages. */
const PAGE_FOLDERS = ["v1/instants/name/", "v1/instants/page/"] as const;

/** Whether a file is a precomputed page, or of an index of them. */
export function isPage(path: string): boolean {
	return /^v1\/instants\/(?:name|page|listing|words)\//.test(path);
}

/** Whether all paths between two, sorted by UTF-16 code units, are precomputed pages. */
function arePages(...ends: unknown[]): boolean {
	return PAGE_FOLDERS.some((folder) =>
		ends.every((path) => typeof path === "string" && path.startsWith(folder)),
	);
}

/** Files that name each other many times can promise any number of files. Throws DamagedTree. */
function refuseEndless(entries: number): void {
	if (entries <= 2_000_000) return;
	throw new DamagedTree("an index names more files than any catalogue has");
}

/**
 * Yields the store's own files of a folder, level by level, index files before they are read, a few at a time; for
 * `manifest`, then also every file that its parts list.
 * Does not check their paths. Throws DamagedTree, also if the pointer counts other clips than the packs.
 * @param pages whether to include the indexes of precomputed pages, and parts of the manifest that list only those
 * @param onEntries gets the number of entries so far of a level of the index, and may throw to read no more
 */
export async function* listedFiles(
	roots: Roots,
	store: Store,
	folder: StoreFolder,
	pages = true,
	onEntries = refuseEndless,
): AsyncGenerator<readonly ListedFile[]> {
	const root = roots[folder];
	if (root === undefined || (leadsToPages(folder) && !pages)) return;
	const stored = (name: string, extension?: string): ListedFile => ({
		path: storePath(folder, name, extension).slice(1),
		sha256: name,
	});
	let lowest = [stored(root)];
	yield lowest;
	// A shard, which leads nowhere.
	if (folder === "recent") return;
	for await (const { depth, entries } of levelsBelow(store, folder, root, onEntries)) {
		if (folder === "packs") refuseMiscount(entries, roots);
		const extension = hasRows(folder) && depth === 0 ? "ndjson" : "json";
		const isWanted = (i: number): boolean =>
			pages ||
			depth > 0 ||
			folder !== "manifest" ||
			!arePages(entries[i]?.[0], entries[i + 1]?.[0]);
		lowest = entries.filter((_, i) => isWanted(i)).map(([, name]) => stored(name, extension));
		yield lowest;
	}
	if (folder !== "manifest") return;
	const read = async ({ path, sha256 }: ListedFile) =>
		filesIn(path, await readObject(store, folder, sha256));
	for await (const parts of inBatches(lowest, read)) yield* parts;
}

/** The entries of all index files that are equally far from the root, and the depth of the files that they name. */
async function* levelsBelow(
	store: Store,
	folder: StoreFolder,
	root: string,
	onEntries: (entries: number) => void,
): AsyncGenerator<IndexNode> {
	let names = [root];
	let depth: number | undefined;
	do {
		const expected = depth;
		let count = 0;
		const nodes = await mapInBatches(names, async (name) => {
			const node = await readNode(store, folder, name, expected);
			count += node.entries.length;
			onEntries(count);
			return node;
		});
		depth = (nodes[0] as IndexNode).depth - 1;
		// The entries above pages name no files.
		if (depth === 0 && leadsToPages(folder)) return;
		const entries = nodes.flatMap((node) => node.entries);
		names = entries.map(([, name]) => name);
		yield { depth, entries };
	} while (depth > 0);
}

/** Every level of the packs' index counts all clips. Throws DamagedTree if one does not. */
function refuseMiscount(entries: readonly IndexEntry[], { count }: Roots): void {
	const numbers = entries.map(([, , clips]) => (typeof clips === "number" ? clips : 0));
	const sum = numbers.reduce((before, clips) => before + clips, 0);
	if (sum === count) return;
	throw new DamagedTree(`"count" is ${count}, but the index of the packs has ${sum} clips`);
}

/** The files that a part of the manifest lists. Throws DamagedTree. */
function filesIn(part: string, entries: Readonly<Record<string, unknown>>): ListedFile[] {
	return Object.entries(entries).map(([path, entry]) => {
		const [bytes, sha256] = Array.isArray(entry) ? entry : [];
		if (Number.isSafeInteger(bytes) && bytes >= 0 && isStoreName(sha256)) {
			return { path, bytes, sha256 };
		}
		throw new DamagedTree(`/${part} is not a list of files with their sizes and hashes`);
	});
}
