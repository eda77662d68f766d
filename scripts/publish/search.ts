/** The search files of a tree: the shards of the store, and the full index for clients. */

import type { OnProgress } from "../console/progress.ts";
import { nameIndexJson } from "../search/name-index.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { lineOf } from "../search/shard.ts";
import { SEARCH_INDEX_PATH } from "../tree/paths.ts";
import { type KeyedLine, type StoreWriter, writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a shard, in characters, unless one word alone is larger. */
const SHARD_SIZE = 12 * 1024;

function* shardLines(postings: Postings, onProgress: OnProgress): Generator<KeyedLine> {
	for (const [rank, term] of postings.terms.entries()) {
		if (rank % 1000 === 0) onProgress("writing words", rank, postings.terms.length);
		yield { key: term, line: lineOf(term, postingNumbers(postings, rank)) };
	}
}

/** Writes the shards. Returns the name of their root. */
export function writeShards(
	tree: StoreWriter,
	postings: Postings,
	onProgress: OnProgress,
): Promise<string> {
	return writeKeyed(tree, "search", shardLines(postings, onProgress), SHARD_SIZE);
}

/** Writes the full index of these names, unless it is larger than `maxBytes`; returns whether it was written. */
export function writeNameIndex(
	tree: TreeWriter,
	names: Iterable<string | undefined>,
	postings: Postings,
	maxBytes: number,
): boolean {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for (const piece of nameIndexJson(names, postings)) {
		pieces.push(Buffer.from(piece));
		bytes += pieces.at(-1)?.length ?? 0;
		if (bytes > maxBytes) return false;
	}
	tree.write(SEARCH_INDEX_PATH, Buffer.concat(pieces));
	return true;
}
