/**
 * A cache of what was used most recently, up to a total size. Pages of the site carry it too, which is
 * why it is not one of the packages for this: they are larger than all of the search.
 */

/** How many keys are remembered that came when the cache was full: as many files as some fifty searches read. */
const MAX_REFUSED = 500;

export class LruCache<T> {
	readonly #maxSize: number;
	readonly #entries = new Map<string, readonly [value: T, size: number]>();
	/** Keys that came once when the cache was full, oldest first. */
	readonly #refused = new Set<string>();
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

	/**
	 * Keeps a value. Once the cache is full, only what comes again soon may push out others: among a million
	 * clips most files are read once, and old entries are the most expensive to garbage-collect.
	 */
	set(key: string, value: T, size: number): void {
		this.#delete(key);
		if (this.#size + size > this.#maxSize && !this.#refused.delete(key)) {
			this.#refuse(key);
			return;
		}
		this.#entries.set(key, [value, size]);
		this.#size += size;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#maxSize) break;
			this.#delete(oldest);
		}
	}

	#refuse(key: string): void {
		this.#refused.add(key);
		if (this.#refused.size <= MAX_REFUSED) return;
		const [oldest = key] = this.#refused;
		this.#refused.delete(oldest);
	}

	clear(): void {
		this.#entries.clear();
		this.#refused.clear();
		this.#size = 0;
	}

	#delete(key: string): void {
		this.#size -= this.#entries.get(key)?.[1] ?? 0;
		this.#entries.delete(key);
	}
}
