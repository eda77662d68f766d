/** Looks up the words and tags of a query in the search shards. */
import type { Instant } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { type Ranking, rank } from "../search/engine.ts";
import { isExactName, matchesClip, type SearchQuery } from "../search/search-query.ts";
import { CONTINUED, entriesOf, type ShardEntry } from "../search/shard.ts";
import { matchesAsPrefix, termsOf } from "../search/tokens.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { filesOf, type KeyRange } from "../tree/index-node.ts";
import { rowsAt } from "../tree/packs.ts";
import type { Pointer } from "../tree/pointer.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { DamagedTree, readAll, readKept, type Store } from "../tree/store.ts";
import { maxSearchFiles } from "./reads.ts";

/** The search would read more files than one request may. */
export class TooBroad extends Error {}

/**
 * The search files are missing, damaged, malformed or for a different version of Unicode; the listing still
 * works.
 */
export class DamagedSearch extends DamagedTree {}

type Shard = readonly [name: string, content: Uint8Array];

/**
 * For each word of a query, the shards with its matches; undefined for words that would exceed `limit` files.
 * Throws DamagedSearch.
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

/**
 * The entries of a shard that match a word or tag. The entries of whole words and tags are cached: common words
 * have the longest lists.
 */
function entriesIn({ kept }: Store, [name, shard]: Shard, word: string): readonly ShardEntry[] {
	if (termsOf(word) === undefined) return entriesOf(shard, word);
	const key = `${name} ${word}`;
	const known = kept?.get(key) as readonly ShardEntry[] | undefined;
	if (known !== undefined) return known;
	const entries = entriesOf(shard, word);
	const numbers = entries.reduce((sum, [, { length }]) => sum + length, 0);
	// Words that match nothing are not cached: clients can send any number of them.
	if (numbers > 0) kept?.set(key, entries, 4 * numbers);
	return entries;
}

export interface SearchResult {
	readonly ranking: Ranking;
	/** False if some words were not looked up: then some of the clips may not match. */
	readonly isComplete: boolean;
}

/** Throws DamagedSearch if the tree's words were split by other rules than those for queries. */
export function checkUnicode({ unicode }: Pointer): void {
	if (unicode === UNICODE_VERSION) return;
	throw new DamagedSearch(
		`latest.json: its names were split into words by Unicode ${unicode}, but this program uses Unicode ${UNICODE_VERSION}; build the tree again with this program`,
	);
}

/** Ranks the clips that match a query. Throws TooBroad or DamagedSearch. */
export async function searchNames(tree: PublishedTree, query: SearchQuery): Promise<SearchResult> {
	const { pointer, store } = tree;
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

/**
 * A query, such as a long name, may have more words than one request can look up. This function checks the clips
 * that match some of the words against the other words. Throws TooBroad if there are too many, or if their order
 * depends on words that were not looked up.
 */
export async function checkedRows(
	{ pointer, store }: PublishedTree,
	query: SearchQuery,
	{ count, best }: Ranking,
): Promise<readonly string[]> {
	if (count > PAGE_SIZE) throw new TooBroad();
	const positions = best(count).map(({ id }) => id);
	const listed = positions.sort((a, b) => (pointer.order === "first" ? a - b : b - a));
	const rows = await rowsAt(store, pointer.packs, listed);
	const clipOf = (row: string): Instant => JSON.parse(row);
	const matches = rows.filter((row) => matchesClip(query, clipOf(row)));
	if (matches.length > 1 && !matches.every((row) => isExactName(query, clipOf(row).name))) {
		throw new TooBroad();
	}
	return matches;
}
