/**
 * Chance that falls the same way on every run: each clip throws dice seeded with its own slug, so that
 * clips of one family differ and yet the same slug always gives the same bytes.
 */

export interface Dice {
	/** A number in [0, 1). */
	next(): number;
	/** A number between two bounds. */
	between(low: number, high: number): number;
	/** A whole number from low to high, both included. */
	whole(low: number, high: number): number;
}

/** Dice that always fall the same way for the same text. */
export function diceFor(text: string): Dice {
	let state = hash(text);
	const next = () => {
		// mulberry32: 32 bits of state are plenty for a few hundred throws and some noise
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		next,
		between: (low, high) => low + (high - low) * next(),
		whole: (low, high) => low + Math.floor((high - low + 1) * next()),
	};
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
	}
	return value;
}
