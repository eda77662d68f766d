/** Writes the content of the store in files of about the same size, and the index files that lead to them. */
import type { IndexEntry } from "../tree/index-node.ts";
import type { StoreFolder } from "../tree/store.ts";
import { cutByContent } from "./content-cut.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** What takes the files of the store. */
export type StoreWriter = Pick<TreeWriter, "store">;

export interface KeyedLine {
	readonly key: string;
	readonly line: string;
}

/** In characters. */
const NODE_SIZE = 8 * 1024;
/** Larger, because each level costs one more read: up to some 20,000 clips, a root alone is enough. */
const ROOT_SIZE = 32 * 1024;
/**
 * Larger still: with a second level, each word and tag of a new clip would change a node of its own. One
 * level lasts up to about a million clips.
 */
const SEARCH_ROOT_SIZE = 96 * 1024;

/** Writes lines sorted by key, in files of about `size` characters. Returns the name of the root. */
export async function writeKeyed(
	tree: StoreWriter,
	folder: StoreFolder,
	lines: Iterable<KeyedLine>,
	size: number,
): Promise<string> {
	const entries: IndexEntry<string>[] = [];
	for (const file of cutByContent(
		lines,
		({ key }) => key,
		({ line }) => line.length,
		size,
	)) {
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
		const above: IndexEntry[] = [];
		for (const node of cutByContent(entries, ([key]) => String(key), lengthOf, NODE_SIZE)) {
			const name = await tree.store(folder, `${JSON.stringify({ depth, entries: node })}\n`);
			above.push([node[0]?.[0] ?? "", name, ...totals(node)]);
		}
		entries = above;
	}
}

function lengthOf(entry: IndexEntry): number {
	return JSON.stringify(entry).length;
}

/** The number of clips in all packs below a node; nothing for other folders. */
function totals(node: readonly IndexEntry[]): number[] {
	if (node.every(([, , clips]) => clips === undefined)) return [];
	return [node.reduce((sum, [, , clips = 0]) => sum + clips, 0)];
}
