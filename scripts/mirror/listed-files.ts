/** Lists the files of a release, starting from its pointer. */
import { pMapIterable } from "p-map";
import { shown } from "../console/text.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import { isManifestEntry } from "../tree/manifest.ts";
import type { Pointer } from "../tree/pointer.ts";
import { DamagedTree, readText, type Store, type StoreFolder, storePath } from "../tree/store.ts";
import { storeLevels } from "../tree/store-walk.ts";
import { parsed, type WantedFile } from "./provenance.ts";
import { arePages } from "./safe-paths.ts";

/**
 * The files of a folder of the store, each before it is read, and for `manifest` all files that it lists.
 * Does not check their paths. Throws DamagedTree if the release is not valid, and the errors of the store.
 * @param pages whether to include precomputed pages, and parts of the manifest that list only these
 */
export async function* listedFiles(
	pointer: Pointer,
	store: Store,
	folder: StoreFolder,
	pages: boolean,
): AsyncGenerator<readonly WantedFile[]> {
	const root = pointer[folder];
	if (root === undefined) return;
	let lowest = [stored(folder, root)];
	yield lowest;
	for await (const { entries, files, isIndex } of storeLevels(store, folder, root)) {
		if (folder === "packs") refuseMiscount(entries, pointer);
		const isWanted = (i: number): boolean =>
			pages || isIndex || folder !== "manifest" || !arePages(entries[i]?.[0], entries[i + 1]?.[0]);
		lowest = files
			.filter((_, i) => isWanted(i))
			.map(({ name, extension }) => stored(folder, name, extension));
		yield lowest;
	}
	if (folder !== "manifest") return;
	yield* pMapIterable(
		lowest,
		async ({ path, sha256 }) => filesIn(await readText(store, `/${path}`, sha256)),
		{ concurrency: 8 },
	);
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
