/** Trees with several levels of index files, as catalogues of many millions of clips have. */
import { sortedBySlug } from "../../scripts/catalogue/slug-places.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import {
	writePacks,
	writeSearch,
	writeSlugs,
	writeTags,
} from "../../scripts/publish/store-writers.ts";
import { type IndexEntry, readNode } from "../../scripts/tree/index-node.ts";
import { hasRows } from "../../scripts/tree/packs.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { type Store, type StoreFolder, sha256, storePath } from "../../scripts/tree/store.ts";
import { generatedTags } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import type { AnyCatalogue } from "../fixtures/names.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { BASE, contentOf, named, type RawInstant } from "../fixtures/published.ts";
import { filesOfTree } from "../fixtures/tree-files.ts";

/** The records of clips with tags. */
export function taggedClips(names: AnyCatalogue["names"]): RawInstant[] {
	return named(names).map((record, i) =>
		names[i] === undefined ? record : { ...record, tags: generatedTags(i).join(", ") },
	);
}

/** A tree with such small files that it has three levels of index files. */
export async function treeOf(names: AnyCatalogue["names"]): Promise<Asset> {
	const content = contentOf(taggedClips(names));
	const postings = content.postings.collect();
	const tags = content.tags.collect();
	const cut = { size: 500, mostClips: 2 ** 22, firstRecent: names.length - (names.length % 64) };
	const store = memoryStore();
	const { count, average, longest } = postings;
	const pointer = await pointerJson({
		...POINTER,
		...{ base_url: BASE, count, positions: names.length, average, longest },
		packs: await writePacks(store, content),
		...(await writeSearch(store, { tags, postings }, cut)),
		slugs: await writeSlugs(store, content, sortedBySlug(content.slugs)),
		tags: await writeTags(store, tags),
	});
	const asset: Asset = async (path) =>
		path === POINTER_PATH ? Buffer.from(pointer) : store.files.get(path);
	return withDeeperIndex(asset, 3);
}

/** Every file that a request may read, except the pointer. */
export async function pathsOf(asset: Asset): Promise<string[]> {
	const folders = ["packs", "search", "recent", "slugs", "tags"] as const;
	const files = await filesOfTree(await readTree(asset), folders);
	return files.map(({ path }) => `/${path}`);
}

/** The kind of a file: a pack, a shard, a slug file, a list of tags, or an index file of some depth. */
export async function kindOf(asset: Asset, path: string): Promise<string> {
	const text = new TextDecoder().decode(await asset(path));
	return path.replace(/\w{64}/, /^\{"depth":\d/.exec(text)?.[0] ?? "");
}

/** The tree of `asset`, with `levels` levels of index files for packs, shards, slugs, tags and words, and its pointer changed. */
export async function withDeeperIndex(
	asset: Asset,
	levels: number,
	changes: Partial<Pointer> = {},
): Promise<Asset> {
	const added = new Map<string, Uint8Array>();
	const { pointer: before, store } = await readTree(asset);
	const pointer = { ...before, ...changes };
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
	const words = pointer.words && (await deepen("words", pointer.words));
	const text = await pointerJson({ ...pointer, packs, search, slugs, tags, words });
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
