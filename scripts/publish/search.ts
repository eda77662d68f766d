/** The search files of a tree: the shards, their dictionary, and the full index for clients. */
import { createHash } from "node:crypto";
import { nameIndexJson } from "../search/name-index.ts";
import { collectPostings, type Postings } from "../search/postings.ts";
import { type Dictionary, dictionaryJson } from "../search/shard.ts";
import { cutShards, dictionaryOf, type WrittenShard } from "../search/shard-writer.ts";
import {
	DICTIONARY_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	shardPath,
} from "../tree/paths.ts";
import { clientModule } from "./client-module.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** What is published for searching, ready to be written. */
export interface SearchFiles {
	readonly names: readonly string[];
	readonly postings: Postings;
	readonly dictionary: Dictionary;
	readonly shards: readonly WrittenShard[];
}

/** Makes the search files of names given in catalogue order. */
export function searchFiles(names: readonly string[]): SearchFiles {
	const postings = collectPostings(names);
	const shards = [...cutShards(postings)];
	const { version, ...rest } = dictionaryOf(postings, shards);
	// Named by all that is in it and said of it, so that readers never mix two builds.
	const hash = createHash("sha256").update(JSON.stringify(rest));
	for (const { text } of shards) hash.update(text);
	const folder = hash.digest("hex").slice(0, 16);
	return { names, postings, dictionary: { version, folder, ...rest }, shards };
}

/** Writes the search files. */
export function writeSearch(
	tree: TreeWriter,
	{ names, postings, dictionary, shards }: SearchFiles,
): void {
	for (const [number, { text }] of shards.entries()) {
		tree.write(shardPath(dictionary.folder, number), text);
	}
	tree.write(DICTIONARY_PATH, dictionaryJson(dictionary));
	const index = tree.open(SEARCH_INDEX_PATH);
	for (const piece of nameIndexJson(names, postings)) index.write(piece);
	index.close();
	tree.write(SEARCH_MODULE_PATH, clientModule());
}
