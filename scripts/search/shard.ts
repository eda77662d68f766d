/**
 * The format of search shards. The words of all names are sorted by UTF-16 code units and split into
 * small files, so that a query needs only the few that contain its words. Shards are plain JSON, one
 * word per line, so that anyone can write a client.
 *
 * The names "Boom", "Boom boom" and "Big boom" make one shard, with lists as in posting-list.ts:
 *
 *     {
 *     "big":[2,1,2],
 *     "boom":[1,1,0,2,1,2,65537,1,1]
 *     }
 *
 * `big` occurs once in a name with 2 distinct words (clip 2). `boom` occurs once in a name with 1
 * distinct word (clip 0), once in a name with 2 (clip 2), and twice in a name with 1 (clip 1).
 *
 * Lines end with LF. The index files (tree/index-node.ts) give the first word of each shard. A word is
 * in the last shard that starts at or before it. Longer words that begin with it come next: in the
 * same shard, and in those after it whose first word begins with it. A word of a query matches longer
 * words if it has at least three characters (code points).
 */
import type { PostingList } from "./posting-list.ts";

export interface ShardEntry {
	readonly term: string;
	readonly list: PostingList;
}

export function lineOf(term: string, list: readonly number[]): string {
	return `${JSON.stringify(term)}:${JSON.stringify(list)}`;
}

/**
 * Finds a word in the text of a shard.
 * @param withLonger whether to find longer words that begin with it too
 */
export function entriesOf(shard: string, word: string, withLonger: boolean): ShardEntry[] {
	const string = JSON.stringify(word);
	// The JSON of a longer word begins with the JSON of the word, less its closing quote.
	const key = `\n${withLonger ? string.slice(0, -1) : `${string}:`}`;
	const first = shard.indexOf(key);
	if (first < 0) return [];
	const end = shard.indexOf("\n", shard.lastIndexOf(key) + 1);
	// All but the last line of a shard end with a comma.
	const lines = shard.slice(first, shard[end - 1] === "," ? end - 1 : end);
	const lists: Record<string, PostingList> = JSON.parse(`{${lines}}`);
	return Object.keys(lists).map((term) => ({ term, list: lists[term] ?? [] }));
}
