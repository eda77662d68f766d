/**
 * A cache of the most recently used values, up to a total size in bytes. Pages of the site load it too, which is
 * why no package is used: packages are larger than the whole search.
 */

/** About as many keys as fifty searches use. */
const MAX_REFUSED = 500;

/** About how many bytes an entry takes besides its key and its value. */
const ENTRY_BYTES = 200;

export class LruCache<T> {
	readonly #maxSize: number;
	readonly #entries = new Map<string, readonly [value: T, size: number]>();
	/** Keys of values that were refused because the cache was full. */
	readonly #refused = new Set<string>();
	#size = 0;

	constructor(maxSize: number) {
		this.#maxSize = maxSize;
	}

	get(key: string): T | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined) return undefined;
		// Moved to the end of the map, so that the least recently used entry comes first.
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry[0];
	}

	/**
	 * Stores a value that fits. Once the cache is full, a value is stored only when it is offered for the second
	 * time: with a million clips, most files are read once, and would push out those that every search reads.
	 * @param bytes the size of the value alone
	 */
	set(key: string, value: T, bytes: number): void {
		const size = bytes + 2 * key.length + ENTRY_BYTES;
		this.#delete(key);
		if (size > this.#maxSize) return;
		if (this.#size + size > this.#maxSize && !this.#refused.delete(key)) {
			if (this.#refused.size === MAX_REFUSED) this.#refused.clear();
			this.#refused.add(key);
			return;
		}
		this.#entries.set(key, [value, size]);
		this.#size += size;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#maxSize) break;
			this.#delete(oldest);
		}
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
