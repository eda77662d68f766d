/** Writes what clients download as a whole: all clips, the search index, and the module that searches it. */
import { nameIndexJson } from "../search/name-index.ts";
import type { Postings } from "../search/postings.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { ALL_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import { bundle } from "../tree/write/bundle.ts";
import { gzipped } from "../tree/write/gzip.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** A clip takes at least this many bytes of the search index. */
const MIN_INDEX_BYTES = 60;

/** An index that pages load to guess names. About as much as a page with some photographs, once compressed. */
const MAX_GUESSED_BYTES = 5_000_000;

export interface Exports {
	/** The paths of files that are too large. */
	readonly leftOut: readonly string[];
	/** The search index and its module, if pages may load them to guess names. */
	readonly names: readonly FileEntry[];
}

/** Writes the files, except those larger than `maxBytes`. */
export function writeExports(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): Exports {
	const module = tree.write(SEARCH_MODULE_PATH, searchModule());
	const leftOut: string[] = [];
	if (!writeAll(tree, content, maxBytes)) leftOut.push(ALL_PATH);
	const isHopeless = postings.count * MIN_INDEX_BYTES > maxBytes;
	const index = isHopeless ? undefined : writeNameIndex(tree, content, postings, maxBytes);
	if (index === undefined) leftOut.push(SEARCH_INDEX_PATH);
	const isSmall = index !== undefined && index.bytes <= MAX_GUESSED_BYTES;
	return { leftOut, names: isSmall ? [index, module] : [] };
}

/** Writes `all.ndjson` and `all.ndjson.gz`, unless the first is too large. Returns whether it did. */
function writeAll(tree: TreeWriter, { blocks }: Content, maxBytes: number): boolean {
	const texts = blocks.map(({ text }) => text);
	if (texts.reduce((sum, { length }) => sum + length, 0) > maxBytes) return false;
	tree.write(ALL_PATH, texts);
	tree.write(`${ALL_PATH}.gz`, gzipped(texts));
	return true;
}

/** Writes the search index, unless it is too large. */
function writeNameIndex(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): FileEntry | undefined {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for (const text of nameIndexJson(content.names(), postings)) {
		const piece = Buffer.from(text);
		pieces.push(piece);
		bytes += piece.length;
		if (bytes > maxBytes) return undefined;
	}
	return tree.write(SEARCH_INDEX_PATH, pieces);
}

function searchModule(): string {
	const entry = new URL("../search/minisearch.ts", import.meta.url);
	return bundle(entry, { minify: true });
}
