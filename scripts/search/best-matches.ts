/** Adds up the scores of each clip for the words of a query, and chooses the best clips. */

/** A clip that matches every word of a query. */
export interface Match {
	/** The clip's position in the catalogue. */
	readonly id: number;
	/**
	 * The clip's score in whole millionths. EXACT is added if the name has exactly the words of the query, in any
	 * order. Otherwise, COVERED is added several times if every word of the name begins with a query word: the
	 * fewer words the name has, the more times.
	 */
	readonly rank: number;
}

/** More than any score. */
export const COVERED = 2 ** 35;
/** A name with more words is ranked as if it had this many. */
const MOST_WORDS = 2 ** 12;
export const EXACT = 2 * MOST_WORDS * COVERED;

/** The contributions of a query's words to one clip. */
interface Sum {
	/** In whole millionths, plus a fraction that only breaks ties. */
	score: number;
	/**
	 * The number of words that occur equally often in the name and the query, if both have the same number of
	 * words.
	 */
	equal: number;
	/** How many distinct words of the name begin with a query word, and how often they occur in the name. */
	covered: number;
	times: number;
	/** The number of distinct words in the name; 0 if only tags have matched. */
	length: number;
}

/** The contributions of one query word to the clips of a group. */
export interface Gain extends Readonly<Sum> {
	/** Whether the query word has matched a word, and not just a joined word or a prefix. */
	readonly isWord: boolean;
}

/** The sum for each clip, and the number of the last query word that has matched a word of the clip's name. */
export type Sums = Map<number, Sum & { last: number }>;

/**
 * Adds the contribution of query word `number` (counted from 0) to a clip. Matches of joined words and prefixes
 * must come after matches of the query word itself, and add no score to clips that it has matched. Only the first
 * query word adds clips.
 */
export function addGain(sums: Sums, id: number, gain: Gain, number: number): void {
	let sum = sums.get(id);
	if (sum === undefined) {
		if (number > 0) return;
		sum = { score: 0, equal: 0, covered: 0, times: 0, length: 0, last: -1 };
		sums.set(id, sum);
	}
	if (gain.isWord || sum.last !== number) sum.score += gain.score;
	if (gain.isWord) sum.last = number;
	sum.equal += gain.equal;
	sum.covered += gain.covered;
	sum.times += gain.times;
	sum.length = Math.max(sum.length, gain.length);
}

/** @param words the number of distinct words in the query */
export function rankOf({ score, equal, covered, times, length }: Sum, words: number): number {
	if (equal === words) return EXACT + score;
	return covered < length ? score : COVERED * Math.max(1, MOST_WORDS - times) + score;
}

/** The `size` best clips, sorted by rank, then in catalogue order. */
export function bestOf(
	sums: Sums,
	words: number,
	size: number,
	order: "first" | "newest",
): Match[] {
	const later = order === "first" ? 1 : -1;
	let kept: Match[] = [];
	// The lowest of the `size` best clips so far. Clips that rank lower cannot be among the best.
	let last = { id: 0, rank: Number.NEGATIVE_INFINITY };
	const drop = (): void => {
		kept.sort((a, b) => b.rank - a.rank || later * (a.id - b.id));
		kept = kept.slice(0, size);
		last = kept[size - 1] ?? last;
	};
	sums.forEach((sum, id) => {
		const rank = rankOf(sum, words);
		if (rank < last.rank || (rank === last.rank && later * (id - last.id) > 0)) return;
		kept.push({ id, rank });
		// Sorting only at twice the size drops half of the clips each time.
		if (kept.length >= 2 * size + 64) drop();
	});
	drop();
	return kept;
}
