/**
 * How the clips that hold one word are written down: whole numbers only, grouped so that clips with
 * the same score stand together.
 *
 *     [class, n, first id, gap, gap, …, class, n, first id, gap, …]
 *
 * An id is the position of a clip, from 0. Of the n ids of a group the first stands as it is, each other as its distance from the one before. A class tells
 * what the score of a word in a name depends on besides the word: how often it is in the name, and
 * how many different words the name has, as `(often - 1) * 65536 + different`.
 */

/**
 * A class number is the length, and the frequency above it; both fit 16 bits, so that a number fits
 * 32. A name that goes beyond is taken for one that does not.
 */
const LIMIT = 65_536;

/** How often a word is in a name, and how many different words the name has; both from 1. */
export interface PostingClass {
	readonly frequency: number;
	readonly length: number;
}

/** The number of a class. Small for the usual case, a word that is once in a short name. */
export function classNumber({ frequency, length }: PostingClass): number {
	return (Math.min(frequency, LIMIT) - 1) * LIMIT + Math.min(length, LIMIT - 1);
}

/** The class of a number. */
export function classOf(number: number): PostingClass {
	return { frequency: Math.floor(number / LIMIT) + 1, length: number % LIMIT };
}

/** A list, which is a part of an array that may hold many. */
export interface PostingList {
	readonly numbers: Uint32Array;
	/** Index of the first class. */
	readonly start: number;
	/** Index after the last gap. */
	readonly end: number;
}

/** One group of a list. */
export interface PostingGroup {
	readonly class: number;
	/** Index of the first id. */
	readonly start: number;
	/** Index after the last gap. */
	readonly end: number;
}

/** Published search files that break their format, or are of a version this code does not know. */
export class MalformedIndex extends Error {}

/** A list that has an array of its own. */
export function postingListOf(numbers: readonly number[]): PostingList {
	return { numbers: Uint32Array.from(numbers), start: 0, end: numbers.length };
}

/** The groups of a list. Throws MalformedIndex. */
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
