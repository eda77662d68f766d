/** The whole catalogue as one file, one clip a line, plain and gzipped. */
import { Gzip } from "fflate";
import type { CatalogueInstant } from "../catalogue/instant.ts";
import { ALL_PATH } from "../tree/paths.ts";
import { rowJson, type Urls } from "./pages.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Rows written at a time: pieces large enough to be cheap, small enough for any catalogue. */
const ROWS_A_PIECE = 1000;

/** The size of `all.ndjson`. */
export function exportBytes(instants: readonly CatalogueInstant[], urls: Urls): number {
	return instants.reduce((sum, instant) => sum + Buffer.byteLength(rowJson(instant, urls)) + 1, 0);
}

/**
 * Writes `all.ndjson` and `all.ndjson.gz`. The gzip is fflate's, not zlib's, whose output differs
 * between processors: equal data must give equal bytes on every machine.
 */
export function writeExport(
	tree: TreeWriter,
	instants: readonly CatalogueInstant[],
	urls: Urls,
): void {
	const plain = tree.open(ALL_PATH);
	const packed = tree.open(`${ALL_PATH}.gz`);
	const gzip = new Gzip({ level: 9, mtime: 0 }, (piece) => packed.write(piece));
	for (let start = 0; start < instants.length; start += ROWS_A_PIECE) {
		const lines = instants
			.slice(start, start + ROWS_A_PIECE)
			.map((instant) => `${rowJson(instant, urls)}\n`);
		const piece = Buffer.from(lines.join(""));
		plain.write(piece);
		gzip.push(piece);
	}
	gzip.push(new Uint8Array(0), true);
	plain.close();
	packed.close();
}
