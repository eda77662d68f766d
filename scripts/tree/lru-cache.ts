/**
 * A cache of what was used most recently, up to a total size. Pages of the site carry it too, which is
 * why it is not one of the packages for this: they are larger than all of the search.
 */
export class LruCache<T> {
	readonly #maxSize: number;
	readonly #entries = new Map<string, readonly [value: T, size: number]>();
	#size = 0;

	constructor(maxSize: number) {
		this.#maxSize = maxSize;
	}

	get(key: string): T | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined) return undefined;
		// To the end of the map, so that the entry used longest ago comes first.
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry[0];
	}

	/** What is larger than all of the cache is not kept. */
	set(key: string, value: T, size: number): void {
		this.#delete(key);
		if (size > this.#maxSize) return;
		this.#entries.set(key, [value, size]);
		this.#size += size;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#maxSize) break;
			this.#delete(oldest);
		}
	}

	clear(): void {
		this.#entries.clear();
		this.#size = 0;
	}

	#delete(key: string): void {
		this.#size -= this.#entries.get(key)?.[1] ?? 0;
		this.#entries.delete(key);
	}
}
