/**
 * Character classes for regular expressions, from runs of code points. They have thousands of
 * characters and take longer to make than a page to answer. So none are made before a text has
 * characters that are not ASCII, and then only as far as those reach.
 */

import { type CharacterClass, CLASSES, RUNS } from "./unicode-tables.ts";

/** Makes a value for each number when it is first needed. */
function kept<T>(make: (number: number) => T): (number: number) => T {
	const made: Record<number, T> = {};
	return (number) => {
		made[number] ??= make(number);
		return made[number];
	};
}

/**
 * The code points of a class as ranges for a regular expression. Without escapes, since V8 does not
 * optimise patterns of more than 20 KB.
 */
type Ranges = (name: CharacterClass) => string;

const [ZERO, NINE, SMALL_A, SMALL_Z, HYPHEN] = [0x30, 0x39, 0x61, 0x7a, 0x2d] as const;

/** The ranges of code points up to `end`. */
const rangesUpTo = kept((end): Ranges => {
	const bySign: Record<string, string> = {};
	let first = 0;
	let length = 0;
	// A plain loop over codes, since it runs before it is compiled.
	for (let at = 0; first < end; at++) {
		const code = RUNS.charCodeAt(at);
		if (code >= SMALL_A && code <= SMALL_Z) length = length * 36 + code - SMALL_A + 10;
		else if (code >= ZERO && code <= NINE) length = length * 36 + code - ZERO;
		else {
			const sign = RUNS.charAt(at);
			const last = first + (length || 1) - 1;
			bySign[sign] = `${bySign[sign] ?? ""}${String.fromCodePoint(first, HYPHEN, last)}`;
			first = last + 1;
			length = 0;
		}
	}
	return (name) =>
		Object.entries(bySign)
			.map(([sign, text]) => (CLASSES[sign]?.includes(name) ? text : ""))
			.join("");
});

/** Latin, Greek, Cyrillic and Armenian. */
const NEAR = /^[\0-\u058f]*$/;
/** What UTF-16 has as two units, such as most emoji. */
const PAIR = /[\ud800-\udfff]/;

/** What all code points of a text are below. */
function reachOf(text: string): number {
	return NEAR.test(text) ? 0x590 : PAIR.test(text) ? 0x110000 : 0x10000;
}

/** Makes a value from character classes that go as far as a text. */
export function perReach<T>(make: (ranges: Ranges) => T): (text: string) => T {
	const made = kept((end) => make(rangesUpTo(end)));
	return (text) => made(reachOf(text));
}
