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

/** A file of a tree. The sizes of store files are unknown. */
export type ListedFile = Omit<FileEntry, "bytes"> & Partial<Pick<FileEntry, "bytes">>;

/** The fields of a pointer from which files are found. */
type Roots = Partial<Pick<Pointer, StoreFolder>> & Pick<Pointer, "count">;

/** The folders of precomputed pages. */
const PAGE_FOLDERS = ["v1/instants/name/", "v1/instants/page/"] as const;

/** Whether a file is a precomputed page, or part of an index of them. */
export function isPage(path: string): boolean {
	return /^v1\/instants\/(?:name|page|listing|words)\//.test(path);
}

/** Whether all paths between two paths, sorted by UTF-16 code units, are precomputed pages. */
function arePages(...ends: unknown[]): boolean {
	return PAGE_FOLDERS.some((folder) =>
		ends.every((path) => typeof path === "string" && path.startsWith(folder)),
	);
}

/**
 * Throws DamagedTree if there are too many entries: index files that name each other many times can promise any
 * number of files.
 */
function refuseEndless(entries: number): void {
	if (entries <= 2_000_000) return;
	throw new DamagedTree("an index lists more files than any catalogue can have");
}

/**
 * Yields the store files of a folder, a few at a time and level by level, and yields index files before reading
 * them. For `manifest`, then also yields every file that its parts list. Does not check the paths of files.
 * Throws DamagedTree, for example if the pointer and the packs disagree on the number of clips.
 * @param pages whether to include the indexes of precomputed pages, and parts of the manifest that list only such
 * pages
 * @param onEntries receives the number of entries read so far on an index level, and may throw to stop reading
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
	// This is a shard, which names no other files.
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

/** Yields, level by level, the entries of all index files, and the depth of the files that these entries name. */
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
		// Entries that point to pages contain no file names.
		if (depth === 0 && leadsToPages(folder)) return;
		const entries = nodes.flatMap((node) => node.entries);
		names = entries.map(([, name]) => name);
		yield { depth, entries };
	} while (depth > 0);
}

/**
 * On every level of the packs' index, the numbers of clips must add up to the total. Throws DamagedTree if they
 * do not.
 */
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
