/** Writes what clients download as a whole: all clips, their sounds, the search index, and the module that searches it. */

import { bundle } from "../bundling/bundle.ts";
import { nameIndexJson } from "../search/name-index.ts";
import type { Postings } from "../search/postings.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { ALL_PATH, PLAYLIST_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import { gzipped } from "../tree/write/gzip.ts";
import { playlist } from "../tree/write/playlist.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * The largest search index, for some 40,000 clips: as much as a page with some photographs, once
 * compressed. Pages load it to guess names, and all of it changes with every clip.
 */
const MAX_INDEX_BYTES = 5_000_000;

/** What a clip and a word in its name take at least of the search index, in bytes, besides the name itself. */
const [MIN_CLIP_BYTES, MIN_WORD_BYTES] = [40, 8];

/** The largest list for players, of some 20,000 sounds: nobody hears more, and all of it changes with every clip. */
const MAX_PLAYLIST_BYTES = 2_000_000;

export interface Exports {
	/** The paths of files that are too large. */
	readonly leftOut: readonly string[];
	/** The search index and its module, which pages load to guess names; empty without the index. */
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
	const maxList = Math.min(maxBytes, MAX_PLAYLIST_BYTES);
	const list = writeWithin(tree, PLAYLIST_PATH, playlist(content.clips()), maxList);
	if (list === undefined) leftOut.push(PLAYLIST_PATH);
	const index = writeNameIndex(tree, content, postings, Math.min(maxBytes, MAX_INDEX_BYTES));
	if (index === undefined) leftOut.push(SEARCH_INDEX_PATH);
	return { leftOut, names: index === undefined ? [] : [index, module] };
}

/** Writes `all.ndjson` and `all.ndjson.gz`, unless the first is too large. Returns whether it did. */
function writeAll(tree: TreeWriter, { rows }: Content, maxBytes: number): boolean {
	const { pieces } = rows;
	if (pieces.reduce((sum, { length }) => sum + length, 0) > maxBytes) return false;
	tree.write(ALL_PATH, pieces);
	tree.write(`${ALL_PATH}.gz`, gzipped(pieces));
	return true;
}

/** Writes the search index, unless it is too large. */
function writeNameIndex(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): FileEntry | undefined {
	const least = postings.count * MIN_CLIP_BYTES + postings.ids.length * MIN_WORD_BYTES;
	if (least > maxBytes) return undefined;
	const names = Array.from(content.clips(), (clip) => clip?.name).filter(
		(name) => name !== undefined,
	);
	const characters = names.reduce((sum, name) => sum + name.length, 0);
	if (least + characters > maxBytes) return undefined;
	return writeWithin(tree, SEARCH_INDEX_PATH, [nameIndexJson(names)], maxBytes);
}

/** Writes a file, unless it is larger than `maxBytes`. */
function writeWithin(
	tree: TreeWriter,
	path: string,
	texts: Iterable<string>,
	maxBytes: number,
): FileEntry | undefined {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for (const text of texts) {
		const piece = Buffer.from(text);
		pieces.push(piece);
		bytes += piece.length;
		if (bytes > maxBytes) return undefined;
	}
	return tree.write(path, pieces);
}

function searchModule(): string {
	const entry = new URL("../search/minisearch.ts", import.meta.url);
	return bundle(entry);
}
