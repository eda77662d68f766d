/** Chooses the best clips by their scores. */

/** A clip that matches every word of a query. */
export interface Match {
	/** Catalogue position. */
	readonly id: number;
	/** Its score in whole millionths. EQUAL or more if the name is exactly the words of the query, in any order. */
	readonly rank: number;
}

/**
 * More than any score. Added to the score from a word that a name has just as often as the query: so the
 * sum for a name with exactly the words of the query is as many times this, or more.
 */
export const EQUAL = 2 ** 40;

/** The sum of the scores of each clip, in whole millionths, and perhaps EQUAL for some of them. */
export type Sums = Map<number, number>;

/**
 * The `size` best clips: exact names first, then by score, then in catalogue order.
 * @param words number of words in the name that is searched for
 */
export function bestOf(
	sums: Sums,
	words: number,
	size: number,
	order: "first" | "newest",
): Match[] {
	const exact = words * EQUAL;
	const later = order === "first" ? 1 : -1;
	let kept: Match[] = [];
	// Once `size` clips are kept, the last of them. Clips that come after it cannot be among the best.
	let last = { id: 0, rank: -1 };
	const drop = (): void => {
		kept.sort((a, b) => b.rank - a.rank || later * (a.id - b.id));
		kept = kept.slice(0, size);
		last = kept[size - 1] ?? last;
	};
	sums.forEach((sum, id) => {
		const rank = sum < exact ? sum % EQUAL : sum;
		if (rank < last.rank || (rank === last.rank && later * (id - last.id) > 0)) return;
		kept.push({ id, rank });
		// Sort only when twice as many are kept, so that each sort drops half of them.
		if (kept.length >= 2 * size + 64) drop();
	});
	drop();
	return kept;
}
