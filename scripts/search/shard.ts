/**
 * The format of the search shards: the words of all names, sorted by UTF-16 code units and cut into
 * small files, so that a query is answered from the few that hold its words. Plain JSON, one word a
 * line, so that anyone can read a shard and write a client.
 *
 * The names "Boom", "Boom boom" and "Big boom" make one shard (lists: see posting-list.ts):
 *
 *     {
 *     "big":[2,1,2],
 *     "boom":[65537,1,1,1,1,0,2,1,2]
 *     }
 *
 * `big` is once in a name of 2 different words: clip 2. `boom` is twice in a name of 1 different
 * word (clip 1), once in a name of 1 (clip 0), and once in a name of 2 (clip 2).
 *
 * Line ends are LF. The dictionary (`terms.json`, beside the folder that it names) tells which file,
 * `FOLDER/0.json` and so on, holds a word: the last one whose first word is not after it. Words that
 * begin with it follow in the same file and in all next ones whose first word begins with it. A word
 * of the query matches longer words if it has three or more characters (code points).
 */
import { countWhere } from "./bisect.ts";
import { MalformedIndex, type PostingList } from "./posting-list.ts";

/** Version of dictionary and shards. */
export const SHARD_VERSION = 1;

/** Contents of `terms.json`. */
export interface Dictionary {
	readonly version: typeof SHARD_VERSION;
	/** Name of the folder with the shards: a hash of what is in them. */
	readonly folder: string;
	/** The first word of each shard, in order. */
	readonly first: readonly string[];
	/** The checksum of each shard, in order. */
	readonly sums: readonly number[];
	/** Number of names. */
	readonly count: number;
	/** Average number of different words in a name. */
	readonly average: number;
	/** The most different words in any name. */
	readonly longest: number;
}

/** A word with its list. */
export interface ShardEntry {
	readonly term: string;
	readonly list: PostingList;
}

/** The line of one word. */
export function lineOf(term: string, list: readonly number[]): string {
	return `${JSON.stringify(term)}:[${list.join(",")}]`;
}

/** The text of a shard with these lines. */
export function shardJson(lines: readonly string[]): string {
	return `{\n${lines.join(",\n")}\n}\n`;
}

/** The text of a dictionary: its JSON, a checksum of all that follows that in front. */
export function dictionaryJson(dictionary: Dictionary): string {
	const rest = `${JSON.stringify(dictionary).slice(1)}\n`;
	return `{"sum":${checksum(rest)},${rest}`;
}

/** Reads a dictionary. Throws MalformedIndex. */
export function parseDictionary(text: string): Dictionary {
	const { version, ...rest } = (parseJson(text) ?? {}) as Partial<Dictionary>;
	if (version !== SHARD_VERSION) {
		throw new MalformedIndex(
			`version ${version} of the search shards; this reader knows version ${SHARD_VERSION}`,
		);
	}
	const [head = "", sum] = /^\{"sum":(\d+),/.exec(text) ?? [];
	if (Number(sum) !== checksum(text.slice(head.length))) {
		throw new MalformedIndex("the dictionary is damaged");
	}
	return { version, ...rest } as Dictionary;
}

/**
 * The checksum of a text: 32 bits over its UTF-8 bytes, four at a time (little-endian), then one by one.
 * Every step can be undone, so no change within four bytes goes unnoticed, and other damage but once
 * in four thousand million times. A cryptographic hash would take longer than the search.
 */
export function checksum(text: string): number {
	const bytes = new TextEncoder().encode(text);
	const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
	let sum = 0;
	// Counted loops: measured, for...of is slower here.
	for (let i = 0; i < words.length; i++) sum = mixed(sum, words[i] ?? 0);
	for (let i = words.length * 4; i < bytes.length; i++) sum = mixed(sum, bytes[i] ?? 0);
	return sum >>> 0;
}

function mixed(sum: number, value: number): number {
	const product = Math.imul(sum ^ value, 0x9e3779b1);
	return product ^ (product >>> 15);
}

/** Makes sure that a text is shard `number` of a dictionary. Throws MalformedIndex when it is not. */
export function verifyShard(dictionary: Dictionary, number: number, text: string): void {
	if (checksum(text) === dictionary.sums[number]) return;
	throw new MalformedIndex(`shard ${number} is damaged, or of another build`);
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

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new MalformedIndex((error as Error).message);
	}
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

/** The shards that hold a word, and the longer words that begin with it if those are asked for too. */
export function shardsOf(
	{ first }: Dictionary,
	word: string,
	withLonger: boolean,
): { from: number; to: number } {
	const from = Math.max(0, countWhere(first, (term) => term <= word) - 1);
	const to = withLonger
		? countWhere(first, (term) => term <= word || term.startsWith(word))
		: countWhere(first, (term) => term <= word);
	return { from: Math.min(from, to), to };
}
