/**
 * The index files of the store, called nodes. They form a tree whose root is named by the pointer and whose
 * leaves are files, each with a range of keys: positions, words, slugs or paths. Entries are sorted by key. Each
 * entry covers the keys from its own up to the next entry's. The entries of a node of depth 1 name files; the
 * entries of a deeper node name other nodes. So if one file changes, only one small node per level changes too.
 *
 *     {"depth":1,"entries":[["","6f0c…"],["boom","a93e…"]]}
 */
import {
	DamagedTree,
	readAll,
	readParsed,
	type Store,
	type StoreFolder,
	storePath,
} from "./store.ts";

/** A position, or text that is compared by UTF-16 code units. */
type Key = number | string;

/** The first key of a file, its name, and facts about packs (see packs.ts). */
export type IndexEntry<K extends Key = Key> = readonly [key: K, name: string, ...about: number[]];

export interface IndexNode<K extends Key = Key> {
	readonly depth: number;
	readonly entries: readonly IndexEntry<K>[];
}

/**
 * Reads a node. Throws DamagedTree, even for a malformed node with the right hash. Callers check names and facts
 * when they use them, since a request follows only a few of the hundreds of entries.
 * @param depth the required depth, if known: otherwise a few bytes could promise any number of levels
 */
export async function readNode<K extends Key>(
	store: Store,
	folder: StoreFolder,
	name: string,
	depth?: number,
): Promise<IndexNode<K>> {
	const node = await readParsed(store, folder, name, "an index file", nodeOf);
	if (depth === undefined || node.depth === depth) return node as IndexNode<K>;
	throw new DamagedTree(`${storePath(folder, name)} is not an index file`);
}

/** More levels than the index of any catalogue has. */
const MAX_DEPTH = 6;

/** The JSON value as a node; undefined if it is not a node. */
function nodeOf(value: unknown): IndexNode | undefined {
	const node: IndexNode = Object(value);
	const { depth, entries } = node;
	if (!Number.isInteger(depth) || depth < 1 || depth > MAX_DEPTH) return undefined;
	if (!Array.isArray(entries) || !entries.every(Array.isArray)) return undefined;
	return depth === 1 || node.entries.length > 0 ? node : undefined;
}

export interface KeyRange<K extends Key> {
	readonly from: K;
	/** Whether the range includes a key after `from`. If this method is absent, the range is a single key. */
	reaches?(key: K): boolean;
}

/**
 * For each range, the entries of the files that may contain its keys, in order. Throws DamagedTree.
 * @param limit how many files may be read in total, including nodes. Ranges that do not fit are undefined; ranges
 * with the fewest files are tried first.
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
		if (depth === 1 || names.size === 0) return found;
		read += names.size;
		const below = depth - 1;
		const nodes = await readAll(names, (name) => readNode<K>(store, folder, name, below));
		found = found.map((entries, i) =>
			entries?.flatMap(([, name]) =>
				within(nodes.get(name) as IndexNode<K>, ranges[i] as KeyRange<K>),
			),
		);
	}
}

/** The names of the files in as many lists as fit the limit, starting with the shortest lists. */
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

/** The entries of a node whose files may contain keys of the range. */
function within<K extends Key>(
	{ entries }: IndexNode<K>,
	{ from, reaches }: KeyRange<K>,
): readonly IndexEntry<K>[] {
	const start = Math.max(0, countWhere(entries, (key) => key <= from) - 1);
	const end = countWhere(entries, (key) => key <= from || reaches?.(key));
	return entries.slice(start, Math.max(start, end));
}

/** Counts the leading entries whose keys meet a condition, by bisection. */
function countWhere<K extends Key>(
	entries: readonly IndexEntry<K>[],
	holds: (key: K) => boolean | undefined,
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
