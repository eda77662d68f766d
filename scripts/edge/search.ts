/** Answers a name from the search shards: which files hold its words, and what they say together. */
import { DICTIONARY_PATH, shardPath } from "../contract/paths.ts";
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
import { DamagedTree, type PublishedTree } from "./published-tree.ts";

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
	const { shards, count } = tree.latest;
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

/** Reads each shard that the words are in, once, all at the same time. */
async function readShards(
	tree: PublishedTree,
	dictionary: Dictionary,
	{ words }: SearchQuery,
): Promise<Map<number, string>> {
	const numbers = new Set<number>();
	for (const word of words) {
		const { from, to } = shardsOf(dictionary, word, matchesAsPrefix(word));
		for (let number = from; number < to; number++) numbers.add(number);
		if (numbers.size > MAX_SHARDS) throw new TooBroad();
	}
	const readShard = async (number: number): Promise<[number, string]> => {
		const text = await read(tree, shardPath(dictionary.folder, number));
		verifyShard(dictionary, number, text);
		return [number, text];
	};
	return new Map(await Promise.all([...numbers].map(readShard)));
}

/** Ranks the clips that a query finds. Throws TooBroad, DamagedSearch or MalformedIndex. */
export async function searchNames(tree: PublishedTree, query: SearchQuery): Promise<Ranking> {
	const dictionary = await dictionaryOf(tree);
	// No name has so many words.
	if (query.words.length > dictionary.longest) return rank(query, [], dictionary);
	const shards = await readShards(tree, dictionary, query);
	const found = query.words.map((word) => {
		const withLonger = matchesAsPrefix(word);
		const { from, to } = shardsOf(dictionary, word, withLonger);
		const own = [...shards].filter(([number]) => number >= from && number < to);
		return own.flatMap(([, shard]) => entriesOf(shard, word, withLonger));
	});
	return rank(query, found, dictionary);
}
