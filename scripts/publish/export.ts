/** The whole catalogue as one file: the packs one after the other, plain and gzipped. */
import { Gzip } from "fflate";
import { ALL_PATH } from "../tree/paths.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * Writes `all.ndjson` and `all.ndjson.gz`, unless the first is larger than `maxBytes`; returns whether
 * they were written. The gzip is fflate's, not zlib's, whose output differs between processors: equal
 * data must give equal bytes on every machine.
 */
export function writeExport(tree: TreeWriter, { blocks }: Content, maxBytes: number): boolean {
	if (blocks.reduce((sum, { text }) => sum + text.length, 0) > maxBytes) return false;
	const plain = tree.open(ALL_PATH);
	const packed = tree.open(`${ALL_PATH}.gz`);
	const gzip = new Gzip({ level: 9, mtime: 0 }, (piece) => packed.write(piece));
	for (const { text } of blocks) {
		plain.write(text);
		gzip.push(text);
	}
	gzip.push(new Uint8Array(0), true);
	plain.close();
	packed.close();
	return true;
}
