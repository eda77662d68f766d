/** Writes the files that clients download whole: all clips, a playlist, the search index, and the module that searches it. */
import { Gzip } from "fflate";
import { bundle } from "../bundling/bundle.ts";
import { type IndexedName, MiniSearch, searchOptions } from "../search/minisearch.ts";
import type { Postings } from "../search/postings.ts";
import { ALL_PATH, PLAYLIST_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import type { Work } from "./build-options.ts";
import type { Content } from "./content.ts";
import { maxFileBytes } from "./file-budget.ts";

/**
 * The maximum size of the search index, enough for about 40,000 clips. Compressed, it is as large as a page with
 * some photographs. Pages load it to guess names, and the whole index changes with every clip.
 */
const MAX_INDEX_BYTES = 5_000_000;

/** The minimum number of bytes that a clip and a word take in the search index. */
const [MIN_CLIP_BYTES, MIN_WORD_BYTES] = [40, 8];

/** The maximum size of the playlist, enough for about 20,000 sounds. The whole playlist changes with every clip. */
const MAX_PLAYLIST_BYTES = 2_000_000;

/** Writes the files, except those that are too large. */
export function writeExports({ tree, content, postings, options }: Work) {
	const maxBytes = maxFileBytes(options.hosts);
	const search = bundle(new URL("../search/minisearch.ts", import.meta.url));
	const module = tree.write(SEARCH_MODULE_PATH, search);
	const leftOut: string[] = [];
	const { pieces } = content.rows;
	if (pieces.reduce((sum, { length }) => sum + length, 0) <= maxBytes) {
		const all = Buffer.concat(pieces);
		tree.write(ALL_PATH, all);
		tree.write(`${ALL_PATH}.gz`, gzipped(all));
	} else leftOut.push(ALL_PATH);
	const list = playlist(content, Math.min(maxBytes, MAX_PLAYLIST_BYTES));
	if (list === undefined) leftOut.push(PLAYLIST_PATH);
	else tree.write(PLAYLIST_PATH, list);
	const json = nameIndex(content, postings, Math.min(maxBytes, MAX_INDEX_BYTES));
	if (json === undefined) leftOut.push(SEARCH_INDEX_PATH);
	const names = json === undefined ? [] : [tree.write(SEARCH_INDEX_PATH, json), module];
	return {
		/** The paths of files that are too large. */
		leftOut,
		/** The search index and its module, which pages load to guess names; empty without the index. */
		names,
	};
}

/** How many bytes are compressed at a time. The compressed file depends on this number. */
const PIECE = 64 * 1024;

/**
 * The output of zlib differs between processors, so fflate is used instead. At level 9, the file would be 3%
 * smaller, and take about 40% longer.
 */
function* gzipped(all: Uint8Array): Generator<Uint8Array> {
	const ready: Uint8Array[] = [];
	const gzip = new Gzip({ level: 5, mtime: 0 }, (piece) => ready.push(piece));
	for (let at = 0; at <= all.length; at += PIECE) {
		gzip.push(all.subarray(at, at + PIECE), at + PIECE > all.length);
		yield* ready.splice(0);
	}
}

/** How playlists write an unknown duration. */
const NO_LENGTH = -1;

/** The playlist of all sounds, unless it is too large. https://en.wikipedia.org/wiki/M3U#Extended_M3U */
function playlist(content: Content, maxBytes: number): Buffer | undefined {
	let text = "#EXTM3U\n";
	for (const { name, sound, duration = NO_LENGTH } of content.clips()) {
		// A line break in a name would end the entry.
		text += `#EXTINF:${duration},${name.replace(/\s+/g, " ").trim()}\n${sound}\n`;
		if (text.length > maxBytes) return undefined;
	}
	return within(text, maxBytes);
}

/**
 * The index as MiniSearch serialises it, with its words sorted, unless it is too large. The id of a name is its
 * line number in `all.ndjson`, counted from 0.
 */
function nameIndex(content: Content, postings: Postings, maxBytes: number): Buffer | undefined {
	const least = postings.count * MIN_CLIP_BYTES + (postings.found.length / 2) * MIN_WORD_BYTES;
	if (least > maxBytes) return undefined;
	const index = new MiniSearch<IndexedName>(searchOptions);
	let id = 0;
	for (const { name } of content.clips()) index.add({ id: id++, name });
	const json = index.toJSON();
	json.index.sort(([a], [b]) => (a < b ? -1 : 1));
	return within(JSON.stringify(json), maxBytes);
}

function within(text: string, maxBytes: number): Buffer | undefined {
	const bytes = Buffer.from(text);
	return bytes.length > maxBytes ? undefined : bytes;
}
