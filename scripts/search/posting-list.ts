/**
 * The format of a posting list: which clips have a word in their names. It is a list of whole numbers, grouped so
 * that clips with the same score are together.
 *
 *     [class, n, first id, gap, gap, …, class, n, first id, gap, …]
 *
 * An id is the position of a clip, counted from 0. A group has n ids: the first one, then the distance of each id
 * from the previous one. Besides the word itself, the rank of a name depends only on its class: `(how often the
 * word occurs in the name - 1) * 65536 + number of distinct words in the name`.
 *
 * A name in a script without spaces is matched by more words than it contains when used as a query: 日, 本 and 日本
 * all match 日本, but the query 日本 looks up only 日本. To tell which names have exactly the words of a query, a group
 * of such names begins with a negative number, followed by the class. That number is `-((how many fewer times the
 * word occurs in the query) * 65536 + number of words that the query lacks)`.
 *
 * A prefix occurs in a name once for each word that begins with it. If the name is used as a query, repeated
 * words count only once, and joined words do not count.
 */

const LIMIT = 65_536;
const MOST = LIMIT - 1;

/** How often a word occurs in a name, and how many distinct words the name has. */
export interface PostingClass {
	/** At least 1. */
	readonly frequency: number;
	/** At least 1. */
	readonly length: number;
	/** How often the word occurs when the name itself is used as a query: at most `frequency`. */
	readonly queryFrequency: number;
	/** How many distinct words the name has when the name itself is used as a query: at most `length`. */
	readonly queryLength: number;
}

/**
 * The class of a name in which a word occurs this often. Counts are limited to 16 bits, which affects only the
 * rank.
 */
export function nameClass(frequency: number, length: number): number {
	return (Math.min(frequency, LIMIT) - 1) * LIMIT + Math.min(length, MOST);
}

/**
 * The number that comes before the class; 0 for none, but never -0, which is slow: V8 treats it as a fraction.
 * @param less how many fewer times the word occurs when the name is used as a query
 * @param fewer how many of its words the name lacks when it is used as a query
 */
export function queryClass(less: number, fewer: number): number {
	return 0 - (Math.min(less, MOST) * LIMIT + Math.min(fewer, MOST));
}

/** The numbers of a list. */
export type PostingList = readonly number[] | Int32Array;

/**
 * The number of clips in all groups of a list. No clip is in two groups. Throws an Error if the list is
 * malformed.
 */
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

/** The index of the first id of the group that starts at `at`. */
export function idsStart(numbers: PostingList, at: number): number {
	return at + ((numbers[at] as number) < 0 ? 3 : 2);
}

/** The index of the group that follows the group whose first id is at `start`. */
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
