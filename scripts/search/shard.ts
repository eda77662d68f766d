/**
 * The format of search shards. The words of all names are sorted by UTF-16 code units and split into small files,
 * so that a query needs only the few that contain its words. Shards are plain JSON, one word per line, so that
 * clients are easy to write.
 *
 * The names "Boom", "Boom boom" and "Big boom" make these lines, with lists as in posting-list.ts:
 *
 *     {
 *     "big":[2,1,2],
 *     "boom":[1,1,0,2,1,2,65537,1,1]
 *     }
 *
 * `big` occurs once in a name with 2 distinct words (clip 2). `boom` occurs once in a name with 1 distinct word
 * (clip 0), once in a name with 2 distinct words (clip 2), and twice in a name with 1 distinct word (clip 1).
 *
 * Lines end with LF. The index files (tree/index-node.ts) give the first word of each shard. A word is in the
 * last shard whose first word does not sort after it. A very long list continues in the next shards, whose keys
 * in the index are the word plus one or more CONTINUED. Longer words that begin with the word follow, perhaps in
 * further shards. A query word of at least three code points matches them too. A query word of one or two letters
 * matches up to three terms: `bo `, the word; `bo '`, the word with an apostrophe; `bo ...`, longer words that
 * begin with it. The newest clips may be in a separate shard, which every query also reads.
 */
import type { PostingList } from "./posting-list.ts";
import { termsOf } from "./tokens.ts";

/** No term contains this character, and it sorts before every character that terms contain. */
export const CONTINUED = "\0";

export type ShardEntry = readonly [term: string, list: PostingList];

export function lineOf(term: string, list: readonly number[]): string {
	return `${JSON.stringify(term)}:${JSON.stringify(list)}`;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The terms in a shard that a query word matches. */
export function entriesOf(shard: Uint8Array, word: string): ShardEntry[] {
	const terms = termsOf(word);
	if (terms !== undefined) return terms.flatMap((term) => entryOf(shard, term));
	const text = decoder.decode(shard);
	// The JSON of a longer word begins with the JSON of the word, without its closing quote.
	const key = `\n${JSON.stringify(word).slice(0, -1)}`;
	const first = text.indexOf(key);
	if (first < 0) return [];
	let end = first;
	while (end >= 0 && text.startsWith(key, end)) end = text.indexOf("\n", end + 1);
	// All but the last line of a shard end with a comma.
	const lines = text.slice(first, text[end - 1] === "," ? end - 1 : end);
	return Object.entries<PostingList>(JSON.parse(`{${lines}}`));
}

function entryOf(shard: Uint8Array, term: string): ShardEntry[] {
	const key = encoder.encode(`${JSON.stringify(term)}:[`);
	let line = 0;
	do {
		line = shard.indexOf(LINE_FEED, line) + 1;
		if (key.every((byte, i) => shard[line + i] === byte))
			return [[term, numbersAt(shard, line + key.length)]];
	} while (line > 0);
	return [];
}

const LINE_FEED = 0x0a;
const MINUS = 0x2d;
const ZERO = 0x30;
const BRACKET = 0x5d;

/**
 * Parses the list whose first digit is at `start`, five times as fast as JSON.parse: the list of a frequent tag
 * has a hundred thousand numbers.
 */
function numbersAt(shard: Uint8Array, start: number): Int32Array {
	const end = shard.indexOf(BRACKET, start);
	// Each number takes at least two characters, including its comma.
	const numbers = new Int32Array((end - start) / 2 + 1);
	let count = 0;
	let number = 0;
	let sign = 1;
	for (let at = start; at < end; at++) {
		const byte = shard[at] as number;
		if (byte >= ZERO) number = 10 * number + byte - ZERO;
		else if (byte === MINUS) sign = -1;
		else {
			numbers[count++] = sign * number;
			number = 0;
			sign = 1;
		}
	}
	numbers[count++] = sign * number;
	// A copy, because lists are cached, and the rest of the buffer would stay in memory with them.
	return numbers.slice(0, count);
}
