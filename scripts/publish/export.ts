/** The whole catalogue as one file: the packs one after the other, plain and gzipped. */
import { Gzip } from "fflate";
import { ALL_PATH } from "../tree/paths.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Rows written at a time: pieces large enough to be cheap, small enough for any catalogue. */
const ROWS_A_PIECE = 1000;

/** The size of `all.ndjson`, in bytes. */
export function exportBytes(rows: readonly string[]): number {
	return rows.reduce((sum, row) => sum + Buffer.byteLength(row) + 1, 0);
}

/**
 * Writes `all.ndjson` and `all.ndjson.gz`. The gzip is fflate's, not zlib's, whose output differs
 * between processors: equal data must give equal bytes on every machine.
 */
export function writeExport(tree: TreeWriter, rows: readonly string[]): void {
	const plain = tree.open(ALL_PATH);
	const packed = tree.open(`${ALL_PATH}.gz`);
	const gzip = new Gzip({ level: 9, mtime: 0 }, (piece) => packed.write(piece));
	for (let start = 0; start < rows.length; start += ROWS_A_PIECE) {
		const lines = rows.slice(start, start + ROWS_A_PIECE).map((row) => `${row}\n`);
		const piece = Buffer.from(lines.join(""));
		plain.write(piece);
		gzip.push(piece);
	}
	gzip.push(new Uint8Array(0), true);
	plain.close();
	packed.close();
}
