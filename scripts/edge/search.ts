/** Answers a name from the search shards: which files hold its words, and what they say together. */

import { type Ranking, rank } from "../search/engine.ts";
import type { SearchQuery } from "../search/query.ts";
import {
	type Dictionary,
	entriesOf,
	parseDictionary,
	shardsOf,
	verifyShard,
} from "../search/shard.ts";
import { matchesAsPrefix } from "../search/tokens.ts";
import { DICTIONARY_PATH, shardPath } from "../tree/paths.ts";
import { DamagedTree, type PublishedTree } from "../tree/reading.ts";

/** The query would need more files than a request may read. */
export class TooBroad extends Error {}

/** The shards are missing, damaged, or of another build than the rest of the tree. */
export class DamagedSearch extends DamagedTree {}

/**
 * Most shards of one query: the smallest limit of the hosts, 50 subrequests on Cloudflare's free
 * plan, less what else a request may read: the pointer, the dictionary, the first page of a word,
 * ten pages of the listing, and two in reserve: 48 in all.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
const MAX_SHARDS = 50 - 3 - 10 - 2;

/** The dictionary that was read last: small, and the same for every query of a build. */
let known: Dictionary | undefined;

async function dictionaryOf(tree: PublishedTree): Promise<Dictionary> {
	const { shards, count } = tree.pointer;
	if (known?.folder !== shards) known = parseDictionary(await read(tree, DICTIONARY_PATH));
	const dictionary = known;
	if (dictionary.folder !== shards || dictionary.count !== count) {
		throw new DamagedSearch(`${DICTIONARY_PATH} is of another build than latest.json`);
	}
	return dictionary;
}

/** A search file that must be there. */
async function read({ asset }: PublishedTree, path: string): Promise<string> {
	const text = await asset(path).catch((error: unknown) => {
		throw new DamagedSearch(`${path} cannot be read: ${error}`);
	});
	if (text === undefined) throw new DamagedSearch(`${path} is missing`);
	return text;
}

/** The shards that words of a query need, in ascending order of how many each needs. */
function shardNumbers(
	dictionary: Dictionary,
	{ words }: SearchQuery,
): { word: string; numbers: number[] }[] {
	return words
		.map((word) => {
			const { from, to } = shardsOf(dictionary, word, matchesAsPrefix(word));
			return { word, numbers: Array.from({ length: to - from }, (_, i) => from + i) };
		})
		.sort((a, b) => a.numbers.length - b.numbers.length);
}

/** As many whole words of a query as can be looked up by one request, and the shards they need. */
function withinLimit(
	dictionary: Dictionary,
	query: SearchQuery,
): { words: string[]; numbers: Set<number> } {
	let numbers = new Set<number>();
	const words: string[] = [];
	for (const needed of shardNumbers(dictionary, query)) {
		const together = new Set([...numbers, ...needed.numbers]);
		if (together.size > MAX_SHARDS) break;
		numbers = together;
		words.push(needed.word);
	}
	return { words, numbers };
}

/** Reads shards, all at the same time. */
async function readShards(
	tree: PublishedTree,
	dictionary: Dictionary,
	numbers: Iterable<number>,
): Promise<Map<number, string>> {
	const readShard = async (number: number): Promise<[number, string]> => {
		const text = await read(tree, shardPath(dictionary.folder, number));
		verifyShard(dictionary, number, text);
		return [number, text];
	};
	return new Map(await Promise.all([...numbers].map(readShard)));
}

/** What the shards say of a query. */
export interface SearchResult {
	readonly ranking: Ranking;
	/** False when only some words could be looked up: then not every clip found is a match. */
	readonly isComplete: boolean;
}

/** Ranks the clips that a query finds. Throws TooBroad, DamagedSearch or MalformedIndex. */
export async function searchNames(tree: PublishedTree, query: SearchQuery): Promise<SearchResult> {
	const dictionary = await dictionaryOf(tree);
	// No name has so many words.
	if (query.words.length > dictionary.longest) {
		return { ranking: rank(query, [], dictionary), isComplete: true };
	}
	const { words, numbers } = withinLimit(dictionary, query);
	if (words.length === 0 && query.words.length > 0) throw new TooBroad();
	const shards = await readShards(tree, dictionary, numbers);
	const found = words.map((word) => {
		const withLonger = matchesAsPrefix(word);
		const { from, to } = shardsOf(dictionary, word, withLonger);
		const own = [...shards].filter(([number]) => number >= from && number < to);
		return own.flatMap(([, shard]) => entriesOf(shard, word, withLonger));
	});
	return {
		ranking: rank({ ...query, words }, found, dictionary),
		isComplete: words.length === query.words.length,
	};
}
