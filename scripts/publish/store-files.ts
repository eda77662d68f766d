/**
 * Writes lines sorted by key in files of about the same size, and the index files that lead to them. The
 * hash of each key decides whether a file ends after it. So a change only moves the ends of files next to
 * it, and all other files keep their names.
 */
import type { IndexEntry } from "../tree/index-node.ts";
import type { StoreFolder } from "../tree/store.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Writes files of the store. */
export type StoreWriter = Pick<TreeWriter, "store">;

export interface KeyedLine {
	readonly key: string;
	readonly line: string;
}

/** The size of a node below the root, in characters. */
const NODE_SIZE = 16 * 1024;
/** Each level costs a read. Up to about 20,000 clips, the root is enough. */
const ROOT_SIZE = 32 * 1024;
/**
 * With a second level, each word and tag of a new clip would change another node. One level is enough up to
 * about a million clips.
 */
const SEARCH_ROOT_SIZE = 192 * 1024;

/** Writes lines sorted by key, in files of about `size` characters. Returns the name of the root. */
export async function writeKeyed(
	tree: StoreWriter,
	folder: StoreFolder,
	lines: Iterable<KeyedLine>,
	size: number,
): Promise<string> {
	const entries: IndexEntry<string>[] = [];
	for (const file of cutByContent(lines, size)) {
		const text = `{\n${file.map(({ line }) => line).join(",\n")}\n}\n`;
		entries.push([file[0]?.key ?? "", await tree.store(folder, text)]);
	}
	return writeIndex(tree, folder, entries);
}

/** Writes the index files, level by level. Returns the name of the root. */
export async function writeIndex(
	tree: StoreWriter,
	folder: StoreFolder,
	files: readonly IndexEntry[],
): Promise<string> {
	const rootSize = folder === "search" ? SEARCH_ROOT_SIZE : ROOT_SIZE;
	let entries = files;
	for (let depth = 1; ; depth++) {
		const whole = JSON.stringify({ depth, entries });
		if (whole.length <= rootSize) return tree.store(folder, `${whole}\n`);
		const lines = entries.map((entry) => {
			return { key: String(entry[0]), line: JSON.stringify(entry), entry };
		});
		const above: IndexEntry[] = [];
		for (const part of cutByContent(lines, NODE_SIZE)) {
			const node = part.map(({ entry }) => entry);
			const name = await tree.store(folder, `${JSON.stringify({ depth, entries: node })}\n`);
			above.push([node[0]?.[0] ?? "", name, ...totals(node)]);
		}
		entries = above;
	}
}

/** The number of clips in all packs below a node; nothing for other folders. */
function totals(node: readonly IndexEntry[]): number[] {
	if (node.every(([, , clips]) => clips === undefined)) return [];
	return [node.reduce((sum, [, , clips = 0]) => sum + clips, 0)];
}

/** Splits lines into parts of about `size` characters: at least a quarter of that, and not much over three times that. */
export function* cutByContent<T extends KeyedLine>(
	lines: Iterable<T>,
	size: number,
): Generator<T[]> {
	let part: T[] = [];
	let length = 0;
	for (const item of lines) {
		const { length: added } = item.line;
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
