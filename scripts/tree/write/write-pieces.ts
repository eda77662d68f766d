/** Writes content that arrives in pieces, such as an answer from the network. */
import { createHash } from "node:crypto";
import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Digest } from "../manifest.ts";

/** Writes a new file. Waits for nothing but the next piece, as the HTTP client requires. */
export async function writePieces(
	file: string,
	pieces: AsyncIterable<Uint8Array> | Iterable<string>,
	mode?: number,
): Promise<Digest> {
	const digest = createHash("sha256");
	let bytes = 0;
	const handle = openSync(file, "wx", mode);
	try {
		for await (const piece of pieces) {
			digest.update(piece);
			bytes += Buffer.byteLength(piece);
			writeFileSync(handle, piece);
		}
		return { bytes, sha256: digest.digest("hex") };
	} finally {
		closeSync(handle);
	}
}
