/** Looks up the words and tags of a query in the search shards. */
import { PAGE_SIZE } from "../contract/page-number.ts";
import { type Ranking, rank } from "../search/engine.ts";
import type { SearchQuery } from "../search/search-query.ts";
import { CONTINUED, entriesOf, type ShardEntry } from "../search/shard.ts";
import { matchesAsPrefix, termsOf } from "../search/tokens.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { filesOf, type KeyRange, readNode } from "../tree/index-node.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { DamagedTree, readAll, readKept, type Store } from "../tree/store.ts";

/** The search would read more files than one request may. */
export class TooBroad extends Error {}

/** The search files are missing, damaged, malformed or of another Unicode; the listing still works. */
export class DamagedSearch extends DamagedTree {}

/**
 * How many files a request may read: the smallest limit of all hosts, that of Cloudflare's free plan.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
export const MAX_READS = 50;

/** Looking for the precomputed page of a word takes two index files, and the page. */
const PAGE_FILES = 3;

/**
 * How many files the search may read. The others are the pointer, those read to look for a precomputed page, the
 * shard of the newest clips, the root of the packs, ten packs with the index files on the way to each, and one in reserve.
 */
async function maxSearchFiles({ pointer, store }: PublishedTree, words: number): Promise<number> {
	const { depth } = await readNode(store, "packs", pointer.packs);
	const read = words === 1 && pointer.words !== undefined ? PAGE_FILES : 0;
	return MAX_READS - 3 - read - PAGE_SIZE * depth - 1;
}

type Shard = readonly [name: string, content: Uint8Array];

/**
 * For each word of a query, the shards that hold what it matches; undefined for words that `limit` files
 * leave no room for. Throws DamagedSearch.
 */
async function shardsFor(
	{ pointer, store }: PublishedTree,
	words: readonly string[],
	limit: number,
): Promise<readonly (readonly Shard[] | undefined)[]> {
	const { recent } = pointer;
	try {
		const [files, newest] = await Promise.all([
			filesOf(store, "search", pointer.search, words.map(rangeOf), limit),
			recent === undefined ? undefined : readKept(store, "recent", recent),
		]);
		const added: Shard[] = recent && newest ? [[recent, newest]] : [];
		const names = files.map((entries) => entries?.map(([, name]) => name));
		const shards = await readAll(
			names.flatMap((list) => list ?? []),
			(name) => readKept(store, "search", name),
		);
		return names.map((list) =>
			list?.map((name): Shard => [name, shards.get(name) as Uint8Array]).concat(added),
		);
	} catch (error) {
		throw error instanceof DamagedTree ? new DamagedSearch(error.message) : error;
	}
}

/** The indexed words that match a word of a query. */
function rangeOf(word: string): KeyRange<string> {
	const beginning = matchesAsPrefix(word) ? word : word + CONTINUED;
	return { from: word, reaches: (term) => term.startsWith(beginning) };
}

/** The entries of a shard that a word or tag matches. Those of whole words and tags stay in memory: common words have the longest lists. */
function entriesIn({ kept }: Store, [name, shard]: Shard, word: string): readonly ShardEntry[] {
	if (termsOf(word) === undefined) return entriesOf(shard, word);
	const key = `${name} ${word}`;
	const known = kept?.get(key) as readonly ShardEntry[] | undefined;
	if (known !== undefined) return known;
	const entries = entriesOf(shard, word);
	const numbers = entries.reduce((sum, [, { length }]) => sum + length, 0);
	// Clients can ask for endless words that match nothing.
	if (numbers > 0) kept?.set(key, entries, 4 * numbers);
	return entries;
}

export interface SearchResult {
	readonly ranking: Ranking;
	/** False if some words were not looked up, so that some of the clips may not match. */
	readonly isComplete: boolean;
}

/** Ranks the clips that match a query. Throws TooBroad or DamagedSearch. */
export async function searchNames(tree: PublishedTree, query: SearchQuery): Promise<SearchResult> {
	const { pointer, store } = tree;
	if (pointer.unicode !== UNICODE_VERSION) {
		throw new DamagedSearch(
			`latest.json: its words were split by Unicode ${pointer.unicode}, but this program uses ${UNICODE_VERSION}; build the tree again with this program`,
		);
	}
	// No name has that many words.
	if (query.counts.size > pointer.longest) {
		return { ranking: rank(query, [], pointer), isComplete: true };
	}
	const shards = await shardsFor(tree, query.words, await maxSearchFiles(tree, query.words.length));
	const words = query.words.filter((_, i) => shards[i] !== undefined);
	if (words.length === 0 && shards.length > 0) throw new TooBroad();
	try {
		const found = shards
			.filter((ofWord) => ofWord !== undefined)
			.map((ofWord, i) => ofWord.flatMap((shard) => entriesIn(store, shard, words[i] as string)));
		const ranking = rank({ ...query, words }, found, pointer);
		return { ranking, isComplete: words.length === shards.length };
	} catch (error) {
		// Once the shards are read, only their content can be at fault.
		throw new DamagedSearch(`malformed shard: ${(error as Error).stack}`);
	}
}
