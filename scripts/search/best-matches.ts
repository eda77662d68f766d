/** Adds up what the words of a query give to each clip, and chooses the best clips. */
import type { FoundTerm, Hits } from "./matching.ts";

/** A clip that matches every word of a query. */
export interface Match {
	/** Catalogue position. */
	readonly id: number;
	/**
	 * Its score in whole millionths. EXACT is added if its name has exactly the words of the query, in any
	 * order, and otherwise several times COVERED if each word of its name begins with one of the query.
	 */
	readonly rank: number;
}

/** More than any score. */
export const COVERED = 2 ** 35;
/** A name with more words is as if it had so many. */
const MOST_WORDS = 2 ** 12;
export const EXACT = 2 * MOST_WORDS * COVERED;

/** Less than a millionth, so that it decides among equals: see Gain. */
export const SPELLING = 2 ** -4;

/** What a word of the query gives to the names of a group. */
export interface Gain {
	/** In whole millionths, and SPELLING more or less if name and query agree about an apostrophe or do not. */
	readonly score: number;
	/** Whether it has matched a word, and not just a joined word or a beginning. */
	readonly isWord: boolean;
	/** Whether the name and the query have it equally often, and equally many words. */
	readonly isEqual: boolean;
	/** How many distinct words of the name it begins, which no other word of the query has counted. */
	readonly covered: number;
	/** How many words of the name these are with repeats. */
	readonly times: number;
	/** How many distinct words the name has, as a query; 0 for a tag. */
	readonly length: number;
}

/** What clips have gained. */
export class Sums {
	/** How many distinct words the query has. */
	readonly #words: number;
	readonly #places = new Map<number, number>();
	readonly #ids: number[] = [];
	readonly #scores: number[] = [];
	readonly #equal: number[] = [];
	readonly #covered: number[] = [];
	readonly #lengths: number[] = [];
	readonly #times: number[] = [];
	/** The last word of the query that has matched a word, by number. */
	readonly #matched: number[] = [];
	#number = 0;

	constructor(words: number) {
		this.#words = words;
	}

	has(id: number): boolean {
		return this.#places.has(id);
	}

	/**
	 * Adds what the next word of the query gives. A joined word or a beginning gives nothing to a name of which
	 * the word itself has matched.
	 * @param isKnown whether clips that have no sum yet are left out
	 */
	addAll(
		{ ids, groups }: Hits,
		gainOf: (found: FoundTerm, at: number) => Gain,
		isKnown: boolean,
	): void {
		this.#number++;
		const gains = groups.map(({ term, at }) => gainOf(term, at));
		for (const isWord of [true, false]) {
			let i = 0;
			for (const [group, { end }] of groups.entries()) {
				const gain = gains[group] as Gain;
				if (gain.isWord === isWord) {
					for (; i < end; i++) this.add(ids[i] as number, gain, isKnown);
				}
				i = end;
			}
		}
	}

	add(id: number, gain: Gain, isKnown = false): void {
		let place = this.#places.get(id);
		if (place === undefined) {
			if (isKnown) return;
			place = this.#ids.length;
			this.#places.set(id, place);
			this.#ids.push(id);
			this.#scores.push(0);
			this.#equal.push(0);
			this.#covered.push(0);
			this.#lengths.push(0);
			this.#times.push(0);
			this.#matched.push(0);
		}
		const { isWord } = gain;
		if (isWord || this.#matched[place] !== this.#number) {
			(this.#scores[place] as number) += gain.score;
		}
		if (isWord) this.#matched[place] = this.#number;
		if (gain.isEqual) (this.#equal[place] as number)++;
		(this.#covered[place] as number) += gain.covered;
		// A tag does not know it.
		if (gain.length > 0) this.#lengths[place] = gain.length;
		(this.#times[place] as number) += gain.times;
	}

	/** The `size` best clips: by rank, then in catalogue order. */
	best(size: number, order: "first" | "newest"): Match[] {
		const later = order === "first" ? 1 : -1;
		let kept: Match[] = [];
		// The last of the `size` best so far. Clips that rank after it cannot be among the best.
		let last = { id: 0, rank: Number.NEGATIVE_INFINITY };
		const drop = (): void => {
			kept.sort((a, b) => b.rank - a.rank || later * (a.id - b.id));
			kept = kept.slice(0, size);
			last = kept[size - 1] ?? last;
		};
		this.#ids.forEach((id, place) => {
			const rank = this.#rankAt(place);
			if (rank < last.rank || (rank === last.rank && later * (id - last.id) > 0)) return;
			kept.push({ id, rank });
			// Sorting at twice the size drops half of them each time.
			if (kept.length >= 2 * size + 64) drop();
		});
		drop();
		return kept;
	}

	#rankAt(place: number): number {
		return this.#rankOf(
			this.#scores[place] as number,
			this.#equal[place] === this.#words,
			this.#covered[place] === this.#lengths[place],
			this.#times[place] as number,
		);
	}

	/** The rank of a clip that has gained nothing else. */
	rankOfOne({ score, isEqual, covered, times, length }: Gain): number {
		return this.#rankOf(score, isEqual && this.#words === 1, covered === length, times);
	}

	#rankOf(score: number, isExact: boolean, isCovered: boolean, times: number): number {
		if (isExact) return EXACT + score;
		return isCovered ? COVERED * (MOST_WORDS - Math.min(times, MOST_WORDS - 1)) + score : score;
	}
}
