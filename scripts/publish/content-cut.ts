/**
 * Cuts what a file cannot hold at once. The hash of each key decides whether a part ends after it. So a
 * change can only move the boundaries next to it, and all other files keep their names.
 */

/** Splits a list into parts of about `size` characters, and at least a quarter but not much over three times that. */
export function* cutByContent<T>(
	items: Iterable<T>,
	keyOf: (item: T) => string,
	lengthOf: (item: T) => number,
	size: number,
): Generator<T[]> {
	let part: T[] = [];
	let length = 0;
	for (const item of items) {
		const own = lengthOf(item);
		part.push(item);
		length += own;
		// Longer items are more likely to end a part, so that parts have similar sizes.
		const isLast = hash(keyOf(item)) < (own / size) * 2 ** 32;
		if ((isLast && length >= size / 4) || length >= 3 * size) {
			yield part;
			part = [];
			length = 0;
		}
	}
	if (part.length > 0) yield part;
}

/** FNV-1a, followed by MurmurHash's finaliser to spread similar keys evenly. http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(key: string): number {
	let mixed = 0x811c9dc5;
	for (let at = 0; at < key.length; at++) {
		mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x01000193);
	}
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}
