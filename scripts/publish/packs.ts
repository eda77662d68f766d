/** Writes the packs of a catalogue. */

import type { OnProgress } from "../console/progress.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import { BLOCK_SIZE, type Content } from "./content.ts";
import { type StoreWriter, writeIndex } from "./store-files.ts";

/** Blocks in a pack: few, so that a page costs little, until there would be too many packs. */
function blocksInPack(positions: number): number {
	return positions <= 100_000 ? 1 : 4;
}

/** Writes the packs. Returns the name of their root. */
export async function writePacks(
	tree: StoreWriter,
	content: Content,
	onProgress: OnProgress,
): Promise<string> {
	const entries: IndexEntry<number>[] = [];
	const blocks = blocksInPack(content.slugs.length);
	for (let start = 0; start < content.blocks.length; start += blocks) {
		const own = content.blocks.slice(start, start + blocks);
		const text = Buffer.concat(own.map((block) => block.text));
		const removed = own.flatMap((block, i) => block.removed.map((at) => i * BLOCK_SIZE + at));
		const positions = Math.min(content.slugs.length - start * BLOCK_SIZE, blocks * BLOCK_SIZE);
		const name = await tree.store("packs", text, "ndjson");
		onProgress("writing clips", start * BLOCK_SIZE, content.slugs.length);
		entries.push([start * BLOCK_SIZE, name, positions - removed.length, ...removed]);
	}
	return writeIndex(tree, "packs", entries);
}
