/**
 * Writes lines sorted by key in files of about the same size, and the index files that point to them. The hash of
 * each key decides whether a file ends after its line. So a change only affects the ends of nearby files, and all
 * other files keep their names.
 */
import type { IndexEntry } from "../tree/index-node.ts";
import type { StoreFolder } from "../tree/store.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Writes store files. */
export type StoreWriter = Pick<TreeWriter, "store">;

export interface KeyedLine {
	readonly key: string;
	readonly line: string;
}

/**
 * The maximum size of index files, in characters. Each level costs a read; up to about 20,000 clips, one level is
 * enough.
 */
const ROOT_SIZE = 32 * 1024;
/**
 * How much larger the index files of each level are than those below: a search follows several paths down from
 * the same root.
 */
const SPREAD = 4;

/** Writes lines sorted by key, in files of about `size` characters. Returns the name of the root. */
export async function writeKeyed(
	tree: StoreWriter,
	folder: StoreFolder,
	lines: Iterable<KeyedLine>,
	size: number,
): Promise<string> {
	const entries: IndexEntry<string>[] = [];
	for (const file of cutByContent(lines, size)) {
		const text = objectOf(file.map(({ line }) => line));
		entries.push([file[0]?.key ?? "", await tree.store(folder, text)]);
	}
	return writeIndex(tree, folder, entries);
}

/** The text of a JSON object, given as a line for each of its keys. */
export function objectOf(lines: readonly string[]): string {
	return `{\n${lines.join(",\n")}\n}\n`;
}

/**
 * Writes the index files, level by level, with sizes such that finding a few files takes as few bytes as
 * possible. Returns the name of the root.
 */
export async function writeIndex(
	tree: StoreWriter,
	folder: StoreFolder,
	files: readonly IndexEntry[],
): Promise<string> {
	const write = (depth: number, entries: readonly IndexEntry[]): Promise<string> =>
		tree.store(folder, `${JSON.stringify({ depth, entries })}\n`);
	const size = JSON.stringify(files).length;
	/** The size of a node this many levels above the lowest. */
	const sizeOf = (height: number, levels: number): number =>
		(size / files.length ** (1 - 1 / levels)) * SPREAD ** (height - (levels - 1) / 2);
	let levels = 1;
	while (sizeOf(levels - 1, levels) > ROOT_SIZE) levels++;
	let entries = files;
	for (let depth = 1; depth < levels; depth++) {
		const lines = entries.map((entry) => {
			return { key: String(entry[0]), line: JSON.stringify(entry), entry };
		});
		const above: IndexEntry[] = [];
		for (const part of cutByContent(lines, sizeOf(depth - 1, levels))) {
			const node = part.map(({ entry }) => entry);
			above.push([node[0]?.[0] ?? "", await write(depth, node), ...totals(node)]);
		}
		entries = above;
	}
	return write(levels, entries);
}

/** The number of clips in all packs below a node, as a list; empty for other folders. */
function totals(node: readonly IndexEntry[]): number[] {
	if (node.every(([, , clips]) => clips === undefined)) return [];
	return [node.reduce((sum, [, , clips = 0]) => sum + clips, 0)];
}

/**
 * Splits lines into parts of about `size` characters: at least a quarter of that, and at most a little over three
 * times that. A longer line is a part by itself.
 */
export function* cutByContent<T extends KeyedLine>(
	lines: Iterable<T>,
	size: number,
): Generator<T[]> {
	let part: T[] = [];
	let length = 0;
	for (const item of lines) {
		const { length: added } = item.line;
		// Whoever reads the lines before a very long line should not have to read that line too.
		if (added >= 3 * size && part.length > 0) {
			yield part;
			part = [];
			length = 0;
		}
		part.push(item);
		length += added;
		// Longer lines are more likely to end a part, so that parts have similar sizes.
		const isLast = hash(item.key) < (added / size) * 2 ** 32;
		if ((isLast && length >= size / 4) || length >= 3 * size) {
			yield part;
			part = [];
			length = 0;
		}
	}
	if (part.length > 0) yield part;
}

/** FNV-1a, followed by MurmurHash's finaliser to spread similar keys evenly. http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(key: string): number {
	let mixed = 0x811c9dc5;
	for (let at = 0; at < key.length; at++) {
		mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x01000193);
	}
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}
