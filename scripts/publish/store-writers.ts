/** Writes the packs, search shards, slug files and the list of tags of the store. */
import { toJson } from "../contract/envelope.ts";
import { type Postings, postingNumbers, postingsOf } from "../search/postings.ts";
import { CONTINUED, lineOf } from "../search/shard.ts";
import { byFrequency, type CollectedTag, tagNumbers } from "../search/tag-postings.ts";
import type { IndexEntry } from "../tree/index-node.ts";
import type { TemplateName } from "../tree/lookup.ts";
import type { Pointer } from "../tree/pointer.ts";
import type { Work } from "./build-options.ts";
import { type Content, LARGE_PACK, SMALL_PACK } from "./content.ts";
import {
	cutByContent,
	type KeyedLine,
	objectOf,
	type StoreWriter,
	writeIndex,
	writeKeyed,
} from "./store-files.ts";

const SHARD_SIZE = 12 * 1024;
/**
 * The size for a large catalogue, so that all words with a common prefix are in few enough shards for one
 * request.
 */
const LARGE_SHARD_SIZE = 20 * 1024;
/** The size of a file of tags, in characters: about three thousand tags, so that few files change with their counts. */
const TAG_FILE_SIZE = 96 * 1024;
/** The size of a slug file, in characters: about a thousand slugs. */
const SLUG_FILE_SIZE = 24 * 1024;
/** Large enough for all templates to be in one file. */
const TEMPLATE_FILE_SIZE = 1024 * 1024;

/** A catalogue with at least this many positions is large. */
const LARGE = 100_000;

/**
 * After this many clips, the newest are moved to the other shards. Every search reads all of them, at about
 * 90 bytes each.
 */
const MAX_RECENT = 512;

/** This many clips take about 10 MB, and hosts accept files of up to 25 MiB. */
const MAX_CLIPS = 2 ** 22;

/**
 * Writes all clips, and the files for finding them by word, tag and slug. Returns the pointer's fields for these
 * files.
 */
export async function writeStore(work: Work) {
	const { tree, content, tags, bySlug } = work;
	const roots = {
		packs: await writePacks(tree, content),
		...(await writeSearch(tree, work)),
		tags: await writeTags(tree, byFrequency(tags)),
		slugs: await writeSlugs(tree, content, bySlug),
	};
	return { ...roots, bytes: tree.storeBytes };
}

/** Writes the packs. Returns the name of their root. */
export async function writePacks(
	tree: StoreWriter,
	{ rows, slugs: { length: positions } }: Content,
): Promise<string> {
	const entries: IndexEntry<number>[] = [];
	const size = positions < LARGE ? SMALL_PACK : LARGE_PACK;
	for (let start = 0; start < positions; start += size) {
		const end = Math.min(start + size, positions);
		const offsets = Array.from({ length: end - start }, (_, offset) => offset);
		const removed = offsets.filter((offset) => rows.isRemoved(start + offset));
		const name = await tree.store("packs", rows.lines(start, end), "ndjson");
		entries.push([start, name, end - start - removed.length, ...removed]);
	}
	return writeIndex(tree, "packs", entries);
}

/** How the search index is split into files. */
export interface SearchCut {
	/** The size of a shard, in characters, unless a single word needs more. */
	readonly size: number;
	/** The maximum number of a word's clips in one shard. */
	readonly mostClips: number;
	/** Position of the first of the newest clips, whose words are in a separate shard. */
	readonly firstRecent: number;
}

function usualCut(positions: number): SearchCut {
	const [size, recent] =
		positions < LARGE ? [SHARD_SIZE, 0] : [LARGE_SHARD_SIZE, positions % MAX_RECENT];
	return { size, mostClips: MAX_CLIPS, firstRecent: positions - recent };
}

/**
 * Writes the search shards: one is for the newest clips alone, so that a new clip changes only this shard, rather
 * than several shards for each of its words.
 */
export async function writeSearch(
	tree: StoreWriter,
	{ tags, postings }: Pick<Work, "postings" | "tags">,
	cut = usualCut(postings.lengths.length),
): Promise<Pick<Pointer, "search" | "recent">> {
	const recent: string[] = [];
	const lines = shardLines(tags, postings, cut, recent);
	const search = await writeKeyed(tree, "search", lines, cut.size);
	if (recent.length === 0) return { search };
	return { search, recent: await tree.store("recent", objectOf(recent)) };
}

/**
 * The lines of the shards, except those of the newest clips, which are added to `recent`. Tag tokens sort before
 * all words.
 */
function* shardLines(
	tags: readonly CollectedTag[],
	postings: Postings,
	{ mostClips, firstRecent }: SearchCut,
	recent: string[],
): Generator<KeyedLine> {
	for (const { token, positions } of tags) {
		const older = positions.findLastIndex((position) => position < firstRecent) + 1;
		const line = (from: number, to: number): string =>
			lineOf(token, tagNumbers(positions.slice(from, to)));
		yield* linesOf(token, older, mostClips, line);
		if (older < positions.length) recent.push(line(older, positions.length));
	}
	// Lists are created only when needed: all of them would take as much memory as the words.
	for (const [rank, term] of postings.terms.entries()) {
		const found = postingsOf(postings, rank);
		const line = (from: number, to: number): string =>
			lineOf(term, postingNumbers(postings, found.subarray(2 * from, 2 * to)));
		let older = found.length / 2;
		while (older > 0 && (found[2 * older - 2] as number) >= firstRecent) older--;
		yield* linesOf(term, older, mostClips, line);
		if (2 * older < found.length) recent.push(line(older, found.length / 2));
	}
}

/**
 * Splits the list of a term into lines of `most` clips, each of which, except the last, is long enough to fill a
 * file.
 */
function* linesOf(
	term: string,
	clips: number,
	most: number,
	line: (from: number, to: number) => string,
): Generator<KeyedLine> {
	for (let from = 0, key = term; from < clips; from += most, key += CONTINUED) {
		yield { key, line: line(from, Math.min(clips, from + most)) };
	}
}

/** Writes the list of tags as the API returns it. Returns the name of its root, if there are any tags. */
export async function writeTags(
	tree: StoreWriter,
	tags: readonly CollectedTag[],
): Promise<string | undefined> {
	if (tags.length === 0) return undefined;
	const lines = tags.map(({ token, name, positions: { length: count } }) => {
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

/** Writes the position of each slug or, for a removed clip, the reason or null. Returns the name of the root. */
export function writeSlugs(
	tree: StoreWriter,
	content: Content,
	bySlug: Uint32Array,
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
