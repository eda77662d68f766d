/** Chooses the best clips by their scores. */

/** A clip that matches every word of a query. */
export interface Match {
	/** Catalogue position. */
	readonly id: number;
	/** In whole millionths; EQUAL or more if the name has exactly the words of the query, in any order. */
	readonly rank: number;
}

/**
 * More than any score. Added for each word that a name has exactly as often as the query, so a name with
 * exactly the query's n words has a sum of n times EQUAL or more.
 */
export const EQUAL = 2 ** 40;

/** The sum of the scores of each clip, in whole millionths, and perhaps EQUAL for some of them. */
export type Sums = Map<number, number>;

/**
 * The `size` best clips: exact names first, then by score, then in catalogue order.
 * @param words number of distinct words in the query
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
	// The last of the `size` best so far. Clips that rank after it cannot be among the best.
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
		// Sorting at twice the size drops half of them each time.
		if (kept.length >= 2 * size + 64) drop();
	});
	drop();
	return kept;
}
