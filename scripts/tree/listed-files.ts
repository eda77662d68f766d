/** Lists every file of a tree, starting from its pointer: to copy the tree, and to check a copy. */
import type { IndexEntry } from "./index-node.ts";
import { readObject } from "./lookup.ts";
import { type FileEntry, isManifestEntry } from "./manifest.ts";
import { type Pointer, parsePointer } from "./pointer.ts";
import {
	DamagedTree,
	inBatches,
	leadsToPages,
	openStore,
	STORE_FOLDERS,
	type Store,
	type StoreFolder,
	storePath,
} from "./store.ts";
import { storeLevels } from "./store-walk.ts";

/** A file of a tree. The size is unknown for files of the store. */
export type ListedFile = Omit<FileEntry, "bytes"> & Partial<Pick<FileEntry, "bytes">>;

/** The folders of precomputed pages. */
const PAGE_FOLDERS = ["v1/instants/name/", "v1/instants/page/"] as const;

/** Whether a file is a precomputed page, or part of an index of them. */
export function isPage(path: string): boolean {
	return /^v1\/instants\/(?:name|page|listing|words)\//.test(path);
}

/** Whether all paths between two, sorted by UTF-16 code units, are precomputed pages. */
function arePages(...ends: unknown[]): boolean {
	return PAGE_FOLDERS.some((folder) =>
		ends.every((path) => typeof path === "string" && path.startsWith(folder)),
	);
}

/**
 * Yields the store's own files of a folder, index files before they are read; for `manifest`, then also every
 * file that its parts list. Does not check their paths. Throws DamagedTree, also if the pointer and the packs
 * count different numbers of clips.
 * @param pages whether to include the indexes of precomputed pages, and parts of the manifest that list only those
 * @param onEntries gets the number of entries so far of a level of the index, and may throw to read no more
 */
export async function* listedFiles(
	pointer: Pointer,
	store: Store,
	folder: StoreFolder,
	pages = true,
	onEntries?: (entries: number) => void,
): AsyncGenerator<readonly ListedFile[]> {
	const root = pointer[folder];
	if (root === undefined || (leadsToPages(folder) && !pages)) return;
	const stored = (name: string, extension?: string): ListedFile => ({
		path: storePath(folder, name, extension).slice(1),
		sha256: name,
	});
	let lowest = [stored(root)];
	yield lowest;
	for await (const { entries, files, isIndex } of storeLevels(store, folder, root, onEntries)) {
		if (folder === "packs") refuseMiscount(entries, pointer);
		const isWanted = (i: number): boolean =>
			pages || isIndex || folder !== "manifest" || !arePages(entries[i]?.[0], entries[i + 1]?.[0]);
		lowest = files
			.filter((_, i) => isWanted(i))
			.map(({ name, extension }) => stored(name, extension));
		yield lowest;
	}
	if (folder !== "manifest") return;
	const read = async ({ path, sha256 }: ListedFile) =>
		filesIn(path, await readObject(store, folder, sha256));
	for await (const parts of inBatches(lowest, read)) yield* parts;
}

/** What a tree says about itself. */
export interface OwnList {
	/** Undefined if it is damaged. */
	readonly pointer: Pointer | undefined;
	readonly files: readonly ListedFile[];
	/** Whether the list is whole: files that list others may be damaged. */
	readonly isWhole: boolean;
}

/**
 * Lists all files of a tree that may be damaged, except its pointer.
 * @param text the pointer
 * @param asset reads a file of the tree
 */
export async function ownList(
	text: string,
	asset: Parameters<typeof openStore>[0],
	pages = true,
): Promise<OwnList> {
	const pointer = await parsePointer(text).catch(() => undefined);
	const files: ListedFile[] = [];
	if (pointer === undefined) return { pointer, files, isWhole: false };
	let isWhole = true;
	for (const folder of STORE_FOLDERS) {
		try {
			for await (const more of listedFiles(pointer, openStore(asset), folder, pages)) {
				// Not push(...more), which overflows the stack.
				for (const file of more) files.push(file);
			}
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			isWhole = false;
		}
	}
	return { pointer, files, isWhole };
}

/** Every level of the packs' index counts all clips. Throws DamagedTree if one does not. */
function refuseMiscount(entries: readonly IndexEntry[], { count }: Pointer): void {
	const numbers = entries.map(([, , clips]) => (typeof clips === "number" ? clips : 0));
	const sum = numbers.reduce((before, clips) => before + clips, 0);
	if (sum === count) return;
	throw new DamagedTree(`"count" is ${count}, but the index of the packs has ${sum} clips`);
}

/** The files that a part of the manifest lists. Throws DamagedTree. */
function filesIn(part: string, entries: Readonly<Record<string, unknown>>): ListedFile[] {
	return Object.entries(entries).map(([path, entry]) => {
		if (isManifestEntry(entry)) return { path, bytes: entry[0], sha256: entry[1] };
		throw new DamagedTree(`/${part} is not a list of files with their sizes and hashes`);
	});
}
