/**
 * The format of the search shards: the words of all names, sorted by UTF-16 code units and cut into
 * small files, so that a query is answered from the few that hold its words. Plain JSON, one word a
 * line, so that anyone can read a shard and write a client.
 *
 * The names "Boom", "Boom boom" and "Big boom" make one shard (lists: see posting-list.ts):
 *
 *     {
 *     "big":[2,1,2],
 *     "boom":[1,1,0,2,1,2,65537,1,1]
 *     }
 *
 * `big` is once in a name of 2 different words: clip 2. `boom` is once in a name of 1 different word
 * (clip 0), once in a name of 2 (clip 2), and twice in a name of 1 (clip 1).
 *
 * Line ends are LF. The index files of the store (tree/index-node.ts) tell which file holds a word: the
 * last one whose first word is not after it. Longer words that begin with it follow in the same file
 * and in the next ones whose first word begins with it. A word of the query matches longer words if
 * it has three or more characters (code points).
 */
import type { PostingList } from "./posting-list.ts";

/** A word with its list. */
export interface ShardEntry {
	readonly term: string;
	readonly list: PostingList;
}

/** The line of one word in a shard. */
export function lineOf(term: string, list: readonly number[]): string {
	return `${JSON.stringify(term)}:[${list.join(",")}]`;
}

/** The entries of a verified shard whose words are `word`, or begin with it. */
export function entriesOf(shard: string, word: string, withLonger: boolean): ShardEntry[] {
	const string = JSON.stringify(word);
	// A string begins with another just when its JSON does, the closing quote left out.
	const key = `\n${withLonger ? string.slice(0, -1) : `${string}:`}`;
	const terms: string[] = [];
	const lists: string[] = [];
	for (let line = shard.indexOf(key); line >= 0 && shard.startsWith(key, line); ) {
		// A word of punctuation may look like the end of itself.
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

/** The text of a JSON string; hardly any word holds an escape. */
function unquoted(string: string): string {
	return string.includes("\\") ? JSON.parse(string) : string.slice(1, -1);
}

const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * The numbers of lists like `[1,2,3]`, one after the other, and where each list ends among them.
 * Measured, in a quarter of the time of JSON.parse.
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
