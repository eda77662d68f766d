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
	return `${JSON.stringify(term)}:[${list.join(",")}]`;
}

/**
 * Finds a word in a shard whose hash has been checked.
 * @param withLonger whether to find longer words that begin with it too
 */
export function entriesOf(shard: string, word: string, withLonger: boolean): ShardEntry[] {
	const string = JSON.stringify(word);
	// The JSON of a longer word begins with the JSON of the word, less its closing quote.
	const key = `\n${withLonger ? string.slice(0, -1) : `${string}:`}`;
	const terms: string[] = [];
	const lists: string[] = [];
	for (let line = shard.indexOf(key); line >= 0 && shard.startsWith(key, line); ) {
		// Not a search for `":`, which a word made of punctuation may contain.
		JSON_STRING.lastIndex = line + 1;
		JSON_STRING.test(shard);
		const colon = JSON_STRING.lastIndex;
		const end = shard.indexOf("\n", colon);
		terms.push(unquoted(shard.slice(line + 1, colon)));
		lists.push(shard.slice(colon + 1, end));
		line = end;
	}
	const { numbers, ends } = parseLists(lists);
	return terms.map((term, i) => {
		return { term, list: { numbers, start: ends[i - 1] ?? 0, end: ends[i] ?? 0 } };
	});
}

/** https://www.rfc-editor.org/rfc/rfc8259#section-7 */
const JSON_STRING = /"(?:[^"\\]|\\.)*"/y;

/** Like JSON.parse, but fast for the usual string without escapes. */
function unquoted(string: string): string {
	return string.includes("\\") ? JSON.parse(string) : string.slice(1, -1);
}

const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Parses lists like `[1,2,3]` into one array, with the index at which each list ends. Takes a quarter
 * of the time of JSON.parse.
 */
function parseLists(lists: readonly string[]): { numbers: Uint32Array; ends: number[] } {
	const bytes = new TextEncoder().encode(lists.join(""));
	const numbers = new Uint32Array(bytes.length >> 1);
	const ends: number[] = [];
	let length = 0;
	let number = 0;
	for (let at = 0; at < bytes.length; at++) {
		const code = bytes[at] ?? 0;
		if (code >= ZERO && code <= NINE) {
			number = number * 10 + (code - ZERO);
		} else if (code === OPEN) {
			number = 0;
		} else if (code === CLOSE || bytes[at - 1] !== CLOSE) {
			numbers[length++] = number;
			number = 0;
			if (code === CLOSE) ends.push(length);
		}
	}
	return { numbers, ends };
}
