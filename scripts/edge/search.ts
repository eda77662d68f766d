/** Answers a name from the search shards: which files hold its words, and what they say together. */
import { PAGE_SIZE } from "../contract/page-number.ts";
import { type Ranking, rank } from "../search/engine.ts";
import type { SearchQuery } from "../search/query.ts";
import { entriesOf, type ShardEntry } from "../search/shard.ts";
import { matchesAsPrefix } from "../search/tokens.ts";
import { filesOf, type KeyRange, readNode } from "../tree/index-node.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { DamagedTree, type Store } from "../tree/store.ts";

/** The query would need more files than a request may read. */
export class TooBroad extends Error {}

/** The search files are missing or damaged; the listing can still be answered. */
export class DamagedSearch extends DamagedTree {}

/**
 * Most files of one request: the smallest limit of the hosts, that of Cloudflare's free plan.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
const MAX_FILES = 50;

/**
 * Most files of one search: what is left by the pointer, the root of the packs, and ten rows, each in
 * a pack of its own with index files of its own on the way; and one in reserve.
 */
async function maxSearchFiles({ pointer, store }: PublishedTree): Promise<number> {
	const { depth } = await readNode(store, "packs", pointer.packs);
	return MAX_FILES - 2 - PAGE_SIZE * depth - 1;
}

/** What the shards say about a query. */
export interface SearchResult {
	readonly ranking: Ranking;
	/** False when only some words could be looked up: then not every clip found is a match. */
	readonly isComplete: boolean;
}

/** The words of the index that a word of a query finds. */
function rangeOf(word: string): KeyRange<string> {
	const withLonger = matchesAsPrefix(word);
	return { from: word, reaches: (term) => withLonger && term.startsWith(word) };
}

/** Ranks the clips that a query finds. Throws TooBroad, DamagedSearch or MalformedIndex. */
export async function searchNames(tree: PublishedTree, query: SearchQuery): Promise<SearchResult> {
	const { pointer, store } = tree;
	// No name has so many words.
	if (query.words.length > pointer.longest) {
		return { ranking: rank(query, [], pointer), isComplete: true };
	}
	const limit = await maxSearchFiles(tree);
	try {
		const ranges = query.words.map(rangeOf);
		const files = await filesOf(store, "search", pointer.search, ranges, limit);
		const names = files.map((entries) => entries?.map(([, name]) => name));
		const shards = await readShards(store, new Set(names.flatMap((list) => list ?? [])));
		const words: string[] = [];
		const found: ShardEntry[][] = [];
		for (const [i, word] of query.words.entries()) {
			const own = names[i]?.map((name) => shards.get(name) ?? "");
			if (own === undefined) continue;
			words.push(word);
			found.push(own.flatMap((shard) => entriesOf(shard, word, matchesAsPrefix(word))));
		}
		if (words.length === 0 && query.words.length > 0) throw new TooBroad();
		return {
			ranking: rank({ ...query, words }, found, pointer),
			isComplete: words.length === query.words.length,
		};
	} catch (error) {
		throw error instanceof DamagedTree ? new DamagedSearch(error.message) : error;
	}
}

/** Reads shards, all at the same time. */
async function readShards(
	store: Store,
	names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
	return new Map(
		await Promise.all(
			[...names].map(async (name) => [name, await store.read("search", name)] as const),
		),
	);
}
