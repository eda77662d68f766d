/**
 * The index files of the store. They lead from a root, which the pointer names, to the files that hold
 * some keys: positions, words or slugs. Entries are sorted by key, and each names the file that holds
 * the keys from its own up to the next. A node of depth 1 names such files, one of a greater depth
 * names nodes. So a change of one file changes one small node a level.
 *
 *     {"depth":1,"entries":[["","6f0c…"],["boom","a93e…"]]}
 */
import type { Store, StoreFolder } from "./store.ts";

/** Positions are numbers; words and slugs are texts, compared by UTF-16 code units. */
type Key = number | string;

/** The first key of a file, the name of the file, and what else is said of it: see packs.ts. */
export type IndexEntry<K extends Key = Key> = readonly [key: K, name: string, ...about: number[]];

/** An index file. */
export interface IndexNode<K extends Key = Key> {
	readonly depth: number;
	readonly entries: readonly IndexEntry<K>[];
}

/** Nodes that are kept. They are small, named by their content, and read again and again. */
const MAX_KEPT = 256;
const kept = new Map<string, IndexNode>();

/** Reads a node. Throws a DamagedTree. */
export async function readNode<K extends Key>(
	store: Store,
	folder: StoreFolder,
	name: string,
): Promise<IndexNode<K>> {
	const known = kept.get(name) as IndexNode<K> | undefined;
	if (known !== undefined) return known;
	const node: IndexNode<K> = JSON.parse(await store.read(folder, name));
	const [oldest] = kept.keys();
	if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
	kept.set(name, node as IndexNode);
	return node;
}

/** Keys that are looked up together. */
export interface KeyRange<K extends Key> {
	readonly from: K;
	/** Whether the range reaches a key that is not before `from`. */
	reaches(key: K): boolean;
}

/**
 * The files that may hold keys of each range, in order; undefined for ranges that are left out because
 * more than `limit` files would have to be read, nodes included. Ranges of few files come first.
 */
export async function filesOf<K extends Key>(
	store: Store,
	folder: StoreFolder,
	root: string,
	ranges: readonly KeyRange<K>[],
	limit = Number.POSITIVE_INFINITY,
): Promise<(readonly IndexEntry<K>[] | undefined)[]> {
	const top = await readNode<K>(store, folder, root);
	let read = 1;
	let found: (readonly IndexEntry<K>[] | undefined)[] = ranges.map((range) => within(top, range));
	for (let { depth } = top; ; depth--) {
		const names = affordable(found, limit - read);
		found = found.map((entries) =>
			entries?.every(([, name]) => names.has(name)) ? entries : undefined,
		);
		if (depth === 1) return found;
		read += names.size;
		const nodes = new Map(
			await Promise.all(
				[...names].map(async (name) => [name, await readNode<K>(store, folder, name)] as const),
			),
		);
		found = found.map((entries, i) =>
			entries?.flatMap(([, name]) => {
				const [node, range] = [nodes.get(name), ranges[i]];
				return node === undefined || range === undefined ? [] : within(node, range);
			}),
		);
	}
}

/** Names of the files of as many of the lists as come to `limit` files, the shortest lists first. */
function affordable(
	lists: readonly (readonly IndexEntry[] | undefined)[],
	limit: number,
): ReadonlySet<string> {
	let names = new Set<string>();
	const shortestFirst = lists
		.filter((list) => list !== undefined)
		.sort((a, b) => a.length - b.length);
	for (const list of shortestFirst) {
		const together = new Set([...names, ...list.map(([, name]) => name)]);
		if (together.size > limit) break;
		names = together;
	}
	return names;
}

/** The entries of a node whose files may hold keys of the range. */
function within<K extends Key>(
	{ entries }: IndexNode<K>,
	{ from, reaches }: KeyRange<K>,
): readonly IndexEntry<K>[] {
	const start = Math.max(0, countWhere(entries, (key) => key <= from) - 1);
	const end = countWhere(entries, (key) => key <= from || reaches(key));
	return entries.slice(start, Math.max(start, end));
}

/** How many entries at the beginning have keys that fulfil a condition, by bisection. */
function countWhere<K extends Key>(
	entries: readonly IndexEntry<K>[],
	holds: (key: K) => boolean,
): number {
	let low = 0;
	let high = entries.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const entry = entries[middle];
		if (entry !== undefined && holds(entry[0])) low = middle + 1;
		else high = middle;
	}
	return low;
}
