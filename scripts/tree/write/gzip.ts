/** Compresses `all.ndjson` to the same bytes everywhere, in builds and in mirrors. */
import { Gzip } from "fflate";

/** In bytes. The compressed bytes depend on where the compressor gets a new piece. */
const PIECE = 64 * 1024;

/**
 * The output of zlib differs between processors, so fflate compresses. At level 9 the file is
 * 3 % smaller, and takes some 40 % more time.
 */
export function* gzipped(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
	const ready: Uint8Array[] = [];
	const gzip = new Gzip({ level: 5, mtime: 0 }, (piece) => ready.push(piece));
	const piece = new Uint8Array(PIECE);
	let length = 0;
	for (const chunk of chunks) {
		for (let at = 0; at < chunk.length; ) {
			const part = chunk.subarray(at, at + PIECE - length);
			piece.set(part, length);
			at += part.length;
			length += part.length;
			if (length < PIECE) continue;
			gzip.push(piece);
			length = 0;
			yield* ready.splice(0);
		}
	}
	gzip.push(piece.subarray(0, length), true);
	yield* ready;
}
