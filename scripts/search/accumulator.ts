/**
 * The scores of clips while they are added up. A hash table of typed arrays: several times faster
 * than a Map of numbers, and as large as what was found, not as the catalogue.
 */

/** Added to the score of a name that holds exactly the words of the query: more than any score. */
const EXACT = 2 ** 40;

/** A clip that every word of a query found. */
export interface Match {
	/** Catalogue position. */
	readonly id: number;
	/** In whole millionths. */
	readonly score: number;
	/** Whether the name holds exactly the words of the query, in whatever order. */
	readonly isExact: boolean;
}

/** Slots at first; doubled whenever more than half are taken. */
const FIRST_SLOTS = 64;

/** A table of scores. */
export class Accumulator {
	/** Id + 1 of the clip in each slot; 0 is free. */
	#keys = new Uint32Array(FIRST_SLOTS);
	#scores = new Float64Array(FIRST_SLOTS);
	/** Number of words that are in the name just as in the query. */
	#equals = new Uint32Array(FIRST_SLOTS);
	#clips = 0;

	/**
	 * Adds to the score of a clip.
	 * @param part in whole millionths
	 * @param isEqual whether a word is in the name just as in the query
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

	/** The slot of a clip, or the free one where it would be. Fibonacci hashing, linear probing. */
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
	 * The first `size` clips in the order of the rank: exact names, then by score, then by id.
	 * @param words number of words of the query
	 */
	best(words: number, size: number): Match[] {
		let kept: { rank: number; id: number }[] = [];
		// A clip of lower rank than this, or of the same and later, is not among the first any more.
		let limit = { rank: Number.NEGATIVE_INFINITY, id: Number.POSITIVE_INFINITY };
		const drop = (): void => {
			kept.sort((a, b) => b.rank - a.rank || a.id - b.id);
			kept = kept.slice(0, size);
			if (kept.length === size) limit = kept.at(-1) ?? limit;
		};
		for (let slot = 0; slot < this.#keys.length; slot++) {
			const key = this.#keys[slot] ?? 0;
			if (key === 0) continue;
			const rank = (this.#scores[slot] ?? 0) + (this.#equals[slot] === words ? EXACT : 0);
			if (rank < limit.rank || (rank === limit.rank && key - 1 > limit.id)) continue;
			kept.push({ rank, id: key - 1 });
			// Twice as many: each sort then drops half, and pays for itself.
			if (kept.length >= 2 * size + 64) drop();
		}
		drop();
		return kept.map(({ rank, id }) => ({ id, score: rank % EXACT, isExact: rank >= EXACT }));
	}
}
