/** Lists the files of a release, starting from its pointer. */
import { shown } from "../console/text.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import { isManifestEntry } from "../tree/manifest.ts";
import type { Pointer } from "../tree/pointer.ts";
import {
	DamagedTree,
	readEach,
	readText,
	STORE_FOLDERS,
	type Store,
	type StoreFolder,
	storePath,
} from "../tree/store.ts";
import { storeLevels } from "../tree/store-walk.ts";
import { invalid, RefusedError } from "./errors.ts";
import { parsed, type WantedFile } from "./provenance.ts";
import { arePages } from "./safe-paths.ts";

interface Listing {
	/** The address of the release, for messages. */
	readonly url: string;
	readonly maxFiles: number;
	/** Whether to include precomputed pages, and parts of the manifest that list only these. */
	readonly pages: boolean;
}

/**
 * Lists all files of a release except its pointer; does not check their paths. Throws a RefusedError if the
 * release is not valid, and the errors of the store.
 */
export async function listedFiles(
	pointer: Pointer,
	store: Store,
	{ url, maxFiles, pages }: Listing,
): Promise<WantedFile[]> {
	const files: WantedFile[] = [];
	const add = (more: readonly WantedFile[]): void => {
		if (1 + files.length + more.length > maxFiles) {
			throw new RefusedError(
				`${url}: lists more than ${maxFiles} files, which is more than a mirror takes; ask its publisher`,
			);
		}
		// Not push(...more), which overflows the stack.
		for (const file of more) files.push(file);
	};
	/** Returns the files that the lowest index files name. */
	const walk = async (folder: StoreFolder): Promise<WantedFile[]> => {
		const root = pointer[folder];
		if (root === undefined) return [];
		const isWanted = (entries: readonly IndexEntry[], i: number): boolean =>
			pages || folder !== "manifest" || !arePages(entries[i]?.[0], entries[i + 1]?.[0]);
		let last = [stored(folder, root)];
		add(last);
		for await (const level of storeLevels(store, folder, root)) {
			const { entries, isIndex } = level;
			if (folder === "packs") refuseMiscount(entries, pointer);
			const wanted = level.files.filter((_, i) => isIndex || isWanted(entries, i));
			last = wanted.map(({ name, extension }) => stored(folder, name, extension));
			add(last);
		}
		return last;
	};
	try {
		const lowest = await Promise.all(STORE_FOLDERS.map(walk));
		const parts = lowest[STORE_FOLDERS.indexOf("manifest")] ?? [];
		await readEach(parts, async ({ path, sha256 }) =>
			add(filesIn(await readText(store, `/${path}`, sha256))),
		);
		return files;
	} catch (error) {
		throw error instanceof DamagedTree ? invalid(url, [error.message]) : error;
	}
}

function stored(folder: StoreFolder, name: string, extension = "json"): WantedFile {
	return { path: storePath(folder, name, extension).slice(1), sha256: name };
}

/** Every level of the packs' index counts all clips. Throws DamagedTree if one does not. */
function refuseMiscount(entries: readonly IndexEntry[], { count }: Pointer): void {
	const sum = entries.reduce((before, [, , clips]) => before + (Number(clips) || 0), 0);
	if (sum === count) return;
	throw new DamagedTree(`"count" is ${count}, but the index of the packs has ${sum} clips`);
}

/** The files that a part of the manifest lists. Throws DamagedTree. */
function filesIn(part: string): WantedFile[] {
	const list = parsed(part);
	if (Object(list) !== list || Array.isArray(list)) {
		throw new DamagedTree("a part of its manifest is not a list of files");
	}
	return Object.entries<unknown>(Object(list)).map(([path, entry]) => {
		if (isManifestEntry(entry)) return { path, bytes: entry[0], sha256: entry[1] };
		throw new DamagedTree(
			`${shown(path)} has ${shown(entry)} instead of a size in bytes and a SHA-256`,
		);
	});
}
