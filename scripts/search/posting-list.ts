/**
 * The format of a posting list: which clips have a word in their names. It is a list of whole numbers,
 * grouped so that clips with the same score are together.
 *
 *     [class, n, first id, gap, gap, …, class, n, first id, gap, …]
 *
 * An id is the position of a clip, from 0. A group has n of them: the first id, then the distance of
 * each id from the one before. The class is what the score of a word in a name depends on besides the
 * word itself: `(how often the name has the word - 1) * 65536 + number of distinct words in the name`.
 */

/** Frequency and length take 16 bits of a class number each. Larger values are cut to fit. */
const LIMIT = 65_536;

/** How often a word occurs in a name, and how many distinct words the name has. Both from 1. */
export interface PostingClass {
	readonly frequency: number;
	readonly length: number;
}

export function classNumber({ frequency, length }: PostingClass): number {
	return (Math.min(frequency, LIMIT) - 1) * LIMIT + Math.min(length, LIMIT - 1);
}

export function classOf(number: number): PostingClass {
	return { frequency: Math.floor(number / LIMIT) + 1, length: number % LIMIT };
}

/** A list, as a part of an array that may hold several. */
export interface PostingList {
	readonly numbers: Uint32Array;
	/** Index of the first class. */
	readonly start: number;
	/** Index after the last gap. */
	readonly end: number;
}

export interface PostingGroup {
	readonly class: number;
	/** Index of the first id. */
	readonly start: number;
	/** Index after the last gap. */
	readonly end: number;
}

/** A search file has the right hash but the wrong format. */
export class MalformedIndex extends Error {}

/** A list in an array of its own. */
export function postingListOf(numbers: readonly number[]): PostingList {
	return { numbers: Uint32Array.from(numbers), start: 0, end: numbers.length };
}

/** Splits a list into its groups. Throws MalformedIndex. */
export function groupsOf({ numbers, start, end }: PostingList): PostingGroup[] {
	const groups: PostingGroup[] = [];
	for (let at = start; at < end; ) {
		const next = at + 2 + (numbers[at + 1] ?? 0);
		if (next === at + 2 || next > end) {
			throw new MalformedIndex(`a group at ${at} does not end within its list`);
		}
		groups.push({ class: numbers[at] ?? 0, start: at + 2, end: next });
		at = next;
	}
	return groups;
}
