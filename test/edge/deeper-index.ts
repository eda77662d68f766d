/** Adds levels of index files to a published tree, to simulate a catalogue of many millions of clips. */
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { type IndexEntry, readNode } from "../../scripts/tree/index-node.ts";
import { hasRows } from "../../scripts/tree/packs.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { type Store, type StoreFolder, sha256, storePath } from "../../scripts/tree/store.ts";

/** The tree of `asset`, with `levels` levels of index files for packs, shards, slugs and tags, and its pointer changed. */
export async function withDeeperIndex(
	asset: Asset,
	levels: number,
	changes: Partial<Pointer> = {},
): Promise<Asset> {
	const added = new Map<string, Uint8Array>();
	const { pointer, store } = await readTree(asset);
	const deepen = async (folder: StoreFolder, root: string): Promise<string> => {
		let entries = await leavesOf(store, folder, root);
		const width = Math.ceil(entries.length ** (1 / levels));
		for (let depth = 1; ; depth++) {
			const nodes = depth === levels ? [entries] : chunks(entries, width);
			const above: IndexEntry[] = [];
			for (const node of nodes) {
				const bytes = new TextEncoder().encode(`${JSON.stringify({ depth, entries: node })}\n`);
				const name = await sha256(bytes);
				added.set(storePath(folder, name), bytes);
				const clips = node.map(([, , count]) => count ?? 0).reduce((a, b) => a + b, 0);
				above.push([node[0]?.[0] ?? "", name, ...(hasRows(folder) ? [clips] : [])]);
			}
			if (depth === levels) return above[0]?.[1] ?? "";
			entries = above;
		}
	};
	const packs = await deepen("packs", pointer.packs);
	const search = await deepen("search", pointer.search);
	const slugs = await deepen("slugs", pointer.slugs);
	const tags = pointer.tags && (await deepen("tags", pointer.tags));
	const text = await pointerJson({ ...pointer, ...changes, packs, search, slugs, tags });
	added.set(POINTER_PATH, new TextEncoder().encode(text));
	return async (path) => added.get(path) ?? asset(path);
}

/** The entries of all nodes of the lowest level. */
async function leavesOf(
	store: Store,
	folder: StoreFolder,
	root: string,
): Promise<readonly IndexEntry[]> {
	const { depth, entries } = await readNode(store, folder, root);
	if (depth === 1) return entries;
	const below = await Promise.all(entries.map(([, name]) => leavesOf(store, folder, name)));
	return below.flat();
}

function chunks<T>(items: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
		items.slice(i * size, (i + 1) * size),
	);
}
