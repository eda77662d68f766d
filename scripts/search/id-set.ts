/** A set of catalogue positions, one bit each: a million take 125 KB, which stay in the processor's cache. */
export class IdSet {
	readonly #bits: Uint32Array;
	#size = 0;

	/** @param count positions run from 0 to `count` - 1 */
	constructor(count: number) {
		this.#bits = new Uint32Array((count + 31) >>> 5);
	}

	get size(): number {
		return this.#size;
	}

	has(id: number): boolean {
		return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
	}

	/** Puts a position in; says whether it was new. */
	add(id: number): boolean {
		if (this.has(id)) return false;
		this.#bits[id >>> 5] = (this.#bits[id >>> 5] ?? 0) | (1 << (id & 31));
		this.#size++;
		return true;
	}
}
