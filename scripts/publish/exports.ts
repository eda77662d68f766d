/** Writes what clients download as a whole: all clips, the search index, and the module that searches it. */
import { nameIndexJson } from "../search/name-index.ts";
import type { Postings } from "../search/postings.ts";
import { ALL_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import { bundle } from "../tree/write/bundle.ts";
import { gzipped } from "../tree/write/gzip.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** A clip takes at least this many bytes of the search index. */
const MIN_INDEX_BYTES = 60;

/** Writes the files, except those larger than `maxBytes`. Returns the paths left out. */
export function writeExports(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): string[] {
	tree.write(SEARCH_MODULE_PATH, searchModule());
	const leftOut: string[] = [];
	if (!writeAll(tree, content, maxBytes)) leftOut.push(ALL_PATH);
	const isHopeless = postings.count * MIN_INDEX_BYTES > maxBytes;
	if (isHopeless || !writeNameIndex(tree, content, postings, maxBytes)) {
		leftOut.push(SEARCH_INDEX_PATH);
	}
	return leftOut;
}

/** Writes `all.ndjson` and `all.ndjson.gz`, unless the first is too large. Returns whether it did. */
function writeAll(tree: TreeWriter, { blocks }: Content, maxBytes: number): boolean {
	const texts = blocks.map(({ text }) => text);
	if (texts.reduce((sum, { length }) => sum + length, 0) > maxBytes) return false;
	tree.write(ALL_PATH, texts);
	tree.write(`${ALL_PATH}.gz`, gzipped(texts));
	return true;
}

/** Writes the search index, unless it is too large. Returns whether it did. */
function writeNameIndex(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): boolean {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for (const text of nameIndexJson(content.names(), postings)) {
		const piece = Buffer.from(text);
		pieces.push(piece);
		bytes += piece.length;
		if (bytes > maxBytes) return false;
	}
	tree.write(SEARCH_INDEX_PATH, pieces);
	return true;
}

function searchModule(): string {
	const entry = new URL("../search/minisearch.ts", import.meta.url);
	return bundle(entry, { minify: true });
}
