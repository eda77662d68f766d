/**
 * Adds up the scores of clips. A hash table of typed arrays is several times faster than a Map, and
 * its size depends on the number of matches rather than on the size of the catalogue.
 */

/** More than any score. Added for names with exactly the words of the query, so that they come first. */
const EXACT = 2 ** 40;

/** A clip that matches every word of a query. */
export interface Match {
	/** Catalogue position. */
	readonly id: number;
	/** In whole millionths. */
	readonly score: number;
	/** Whether the name consists of exactly the words of the query, in any order. */
	readonly isExact: boolean;
}

/** The initial size. It doubles whenever more than half of the slots are taken. */
const FIRST_SLOTS = 64;

export class Accumulator {
	/** The id of the clip in each slot, plus 1; 0 for a free slot. */
	#keys = new Uint32Array(FIRST_SLOTS);
	#scores = new Float64Array(FIRST_SLOTS);
	/** How many words occur as often in the name as in the query. */
	#equals = new Uint32Array(FIRST_SLOTS);
	#clips = 0;

	/**
	 * Adds to the score of a clip.
	 * @param part in whole millionths
	 * @param isEqual whether a word occurs as often in the name as in the query
	 */
	add(id: number, part: number, isEqual: boolean): void {
		const slot = this.#slot(id);
		if (this.#keys[slot] === 0) {
			this.#keys[slot] = id + 1;
			this.#clips++;
		}
		this.#scores[slot] = (this.#scores[slot] ?? 0) + part;
		if (isEqual) this.#equals[slot] = (this.#equals[slot] ?? 0) + 1;
		if (this.#clips * 2 > this.#keys.length) this.#grow();
	}

	/** The slot of a clip, or the free slot where it belongs. Fibonacci hashing with linear probing. */
	#slot(id: number): number {
		const slots = this.#keys.length;
		let slot = Math.imul(id, 0x9e3779b1) >>> (Math.clz32(slots) + 1);
		while (this.#keys[slot] !== 0 && this.#keys[slot] !== id + 1) slot = (slot + 1) & (slots - 1);
		return slot;
	}

	#grow(): void {
		const [keys, scores, equals] = [this.#keys, this.#scores, this.#equals];
		this.#keys = new Uint32Array(keys.length * 2);
		this.#scores = new Float64Array(keys.length * 2);
		this.#equals = new Uint32Array(keys.length * 2);
		for (let old = 0; old < keys.length; old++) {
			const key = keys[old] ?? 0;
			if (key === 0) continue;
			const slot = this.#slot(key - 1);
			this.#keys[slot] = key;
			this.#scores[slot] = scores[old] ?? 0;
			this.#equals[slot] = equals[old] ?? 0;
		}
	}

	/**
	 * The `size` best clips: exact names first, then by score, then in catalogue order.
	 * @param words number of words in the query
	 */
	best(words: number, size: number, order: "first" | "newest"): Match[] {
		let kept: { rank: number; id: number }[] = [];
		const later = order === "first" ? 1 : -1;
		// Once `size` clips are kept, the last of them. A clip that comes after it cannot be among the best.
		let limit = { rank: Number.NEGATIVE_INFINITY, id: later * Number.POSITIVE_INFINITY };
		const drop = (): void => {
			kept.sort((a, b) => b.rank - a.rank || later * (a.id - b.id));
			kept = kept.slice(0, size);
			if (kept.length === size) limit = kept.at(-1) ?? limit;
		};
		for (let slot = 0; slot < this.#keys.length; slot++) {
			const key = this.#keys[slot] ?? 0;
			if (key === 0) continue;
			const rank = (this.#scores[slot] ?? 0) + (this.#equals[slot] === words ? EXACT : 0);
			if (rank < limit.rank || (rank === limit.rank && later * (key - 1 - limit.id) > 0)) continue;
			kept.push({ rank, id: key - 1 });
			// Sort only when twice as many are kept, so that each sort drops half of them.
			if (kept.length >= 2 * size + 64) drop();
		}
		drop();
		return kept.map(({ rank, id }) => ({ id, score: rank % EXACT, isExact: rank >= EXACT }));
	}
}
