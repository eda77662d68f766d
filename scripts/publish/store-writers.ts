/** Writes the packs, search shards, slug files and the list of tags of the store. */
import { sortedBySlug } from "../catalogue/slug-places.ts";
import { toJson } from "../contract/envelope.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { lineOf } from "../search/shard.ts";
import { byFrequency, type CollectedTag } from "../search/tag-postings.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import type { TemplateName } from "../tree/lookup.ts";
import type { Pointer } from "../tree/pointer.ts";
import type { Work } from "./build-options.ts";
import type { Content } from "./content.ts";
import {
	cutByContent,
	type KeyedLine,
	type StoreWriter,
	writeIndex,
	writeKeyed,
} from "./store-files.ts";

/** The size of a shard, in characters, unless a single word needs more. */
const SHARD_SIZE = 12 * 1024;
/** The size of a file of tags, in characters: about three thousand tags, so that few files change with their counts. */
const TAG_FILE_SIZE = 96 * 1024;
/** The size of a slug file, in characters: about a thousand slugs. */
const SLUG_FILE_SIZE = 24 * 1024;
/** Large enough for all templates to be in one file. */
const TEMPLATE_FILE_SIZE = 1024 * 1024;

/** Small packs make pages cheap, but large catalogues would have too many of them. */
function clipsInPack(positions: number): number {
	return positions < 100_000 ? 50 : 100;
}

/** The fields of the pointer that lead to clips, words, tags and slugs. */
export type StoreFacts = Pick<Pointer, "packs" | "search" | "tags" | "slugs" | "bytes">;

/** Writes all clips, and the files that find them by word, tag and slug. */
export async function writeStore({
	tree,
	content,
	postings,
	tags,
	bySlug,
}: Work): Promise<StoreFacts> {
	return {
		packs: await writePacks(tree, content),
		search: await writeKeyed(tree, "search", shardLines(tags, postings), SHARD_SIZE),
		tags: await writeTags(tree, byFrequency(tags)),
		slugs: await writeSlugs(tree, content, bySlug),
		bytes: tree.storeBytes,
	};
}

/** Writes the packs. Returns the name of their root. */
export async function writePacks(
	tree: StoreWriter,
	{ rows, slugs: { length: positions } }: Content,
): Promise<string> {
	const entries: IndexEntry<number>[] = [];
	const size = clipsInPack(positions);
	for (let start = 0; start < positions; start += size) {
		const end = Math.min(start + size, positions);
		const offsets = Array.from({ length: end - start }, (_, offset) => offset);
		const removed = offsets.filter((offset) => rows.isRemoved(start + offset));
		const name = await tree.store("packs", rows.lines(start, end), "ndjson");
		entries.push([start, name, end - start - removed.length, ...removed]);
	}
	return writeIndex(tree, "packs", entries);
}

/** Tag tokens sort before all words. */
function* shardLines(tags: readonly CollectedTag[], postings: Postings): Generator<KeyedLine> {
	for (const { token, list } of tags) yield { key: token, line: lineOf(token, list) };
	// Lists are made when they are needed: all of them would take as much memory as the words.
	for (const [rank, term] of postings.terms.entries()) {
		yield { key: term, line: lineOf(term, postingNumbers(postings, rank)) };
	}
}

/** Writes the list of tags as the API shows it. Returns the name of its root, if there are any tags. */
export async function writeTags(
	tree: StoreWriter,
	tags: readonly CollectedTag[],
): Promise<string | undefined> {
	if (tags.length === 0) return undefined;
	const lines = tags.map(({ token, name, count }) => {
		return { key: token, line: `${toJson({ name, count })}\n` };
	});
	const entries: IndexEntry<number>[] = [];
	let first = 0;
	for (const part of cutByContent(lines, TAG_FILE_SIZE)) {
		const name = await tree.store("tags", part.map(({ line }) => line).join(""), "ndjson");
		entries.push([first, name, part.length]);
		first += part.length;
	}
	return writeIndex(tree, "tags", entries);
}

/** Writes the templates of pages, by name. Returns the name of the root. */
export function writeTemplates(
	tree: StoreWriter,
	templates: Readonly<Record<TemplateName, string>>,
): Promise<string> {
	const lines = Object.entries(templates)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, text]) => ({ key, line: `${JSON.stringify(key)}:${JSON.stringify(text)}` }));
	return writeKeyed(tree, "templates", lines, TEMPLATE_FILE_SIZE);
}

/** Writes the position of each slug; for a removed clip the reason, or null. Returns the name of the root. */
export function writeSlugs(
	tree: StoreWriter,
	content: Content,
	bySlug: Uint32Array = sortedBySlug(content.slugs),
): Promise<string> {
	return writeKeyed(tree, "slugs", slugLines(content, bySlug), SLUG_FILE_SIZE);
}

function* slugLines({ slugs, rows, reasons }: Content, bySlug: Uint32Array): Generator<KeyedLine> {
	for (const position of bySlug) {
		const key = slugs[position] ?? "";
		const value = rows.isRemoved(position) ? (reasons.get(position) ?? null) : position;
		yield { key, line: `"${key}":${JSON.stringify(value)}` };
	}
}
