/** Writes the packs of a catalogue, and of those the export of all clips. */
import type { IndexEntry } from "../tree/index-node.ts";
import { writeIndex } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Positions in a pack: few, so that a page costs little, until there would be too many packs. */
function packSize(positions: number): number {
	return positions <= 100_000 ? 25 : 100;
}

/**
 * Writes the packs. Returns the name of their root.
 * @param rows the JSON of the clip at each position; undefined where it was removed
 */
export async function writePacks(
	tree: TreeWriter,
	rows: readonly (string | undefined)[],
): Promise<string> {
	const entries: IndexEntry<number>[] = [];
	const size = packSize(rows.length);
	for (let first = 0; first < rows.length; first += size) {
		const slots = rows.slice(first, first + size);
		const clips = slots.filter((row) => row !== undefined);
		const removed = slots.flatMap((row, offset) => (row === undefined ? [offset] : []));
		const name = await tree.store("packs", clips.map((row) => `${row}\n`).join(""), "ndjson");
		entries.push([first, name, clips.length, ...removed]);
	}
	return writeIndex(tree, "packs", entries);
}
