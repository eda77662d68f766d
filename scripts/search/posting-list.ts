/**
 * The format of a posting list: which clips have a word in their names. It is a list of whole numbers, grouped so
 * that clips with the same score are together.
 *
 *     [class, n, first id, gap, gap, …, class, n, first id, gap, …]
 *
 * An id is the position of a clip, from 0. A group has n of them: the first id, then the distance of each id from
 * the previous one. Besides the word itself, the rank of a name depends only on its class: `(how often the name
 * has the word - 1) * 65536 + number of distinct words in the name`.
 *
 * A name in a script without spaces can be found by more words than it has when used as a query: 日, 本 and 日本 find
 * 日本, but a query looks up only 日本. To tell which names have exactly the words of a query, a group of such names
 * begins with a negative number, followed by the class. That number is `-((how much less often the query has the
 * word) * 65536 + number of words that the query does not have)`.
 *
 * A name has a beginning as often as its words begin with it; when used as a query, as often as its distinct
 * words do, ignoring joined words.
 */

const LIMIT = 65_536;
const MOST = LIMIT - 1;

/** How often a word occurs in a name, and how many distinct words the name has. */
export interface PostingClass {
	/** From 1. */
	readonly frequency: number;
	/** From 1. */
	readonly length: number;
	/** How often the name has the word when it is used as a query: at most `frequency`. */
	readonly queryFrequency: number;
	/** How many distinct words the name has when it is used as a query: at most `length`. */
	readonly queryLength: number;
}

/**
 * The class of a name for a word that it has this often. Counts are limited to 16 bits, which affects only the
 * rank.
 */
export function nameClass(frequency: number, length: number): number {
	return (Math.min(frequency, LIMIT) - 1) * LIMIT + Math.min(length, MOST);
}

/**
 * The number that comes before the class; 0 for none, but never -0, which is slow: V8 treats it as a fraction.
 * @param less how much less often the name has the word when used as a query
 * @param fewer how many of its words the name does not have when used as a query
 */
export function queryClass(less: number, fewer: number): number {
	return 0 - (Math.min(less, MOST) * LIMIT + Math.min(fewer, MOST));
}

/** The numbers of a list. */
export type PostingList = readonly number[] | Int32Array;

/** The number of clips in all groups of a list. No clip is in two groups. Throws an Error if it is malformed. */
export function clipCount(numbers: PostingList): number {
	let clips = 0;
	let at = 0;
	do {
		const start = idsStart(numbers, at);
		const end = idsEnd(numbers, start);
		if (!(end > start && end <= numbers.length)) {
			throw new Error(`a group at ${at} does not end within its list`);
		}
		clips += end - start;
		at = end;
	} while (at < numbers.length);
	return clips;
}

/** Index of the first id of the group that starts at `at`. */
export function idsStart(numbers: PostingList, at: number): number {
	return at + ((numbers[at] as number) < 0 ? 3 : 2);
}

/** Index of the group that follows the one whose first id is at `start`. */
export function idsEnd(numbers: PostingList, start: number): number {
	return start + (numbers[start - 1] as number);
}

/** The class of the group that starts at `at`. */
export function classOf(numbers: PostingList, at: number): PostingClass {
	const first = numbers[at] as number;
	const fewer = Math.max(0, -first);
	const plain = first < 0 ? (numbers[at + 1] as number) : first;
	const frequency = Math.floor(plain / LIMIT) + 1;
	const length = plain % LIMIT;
	return {
		frequency,
		length,
		queryFrequency: frequency - Math.floor(fewer / LIMIT),
		queryLength: length - (fewer % LIMIT),
	};
}
