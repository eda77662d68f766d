/**
 * Character classes for regular expressions, from runs of code points. They have thousands of
 * characters and take longer to make than a page to answer, so nothing makes them before it has text
 * that is not ASCII.
 */

import { type CharacterClass, CLASSES, RUNS } from "./unicode-tables.ts";

/** Makes a value when it is first needed. */
export function whenNeeded<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/**
 * The code points of a class as ranges for a regular expression. Without escapes, since V8 does not
 * optimise patterns of more than 20 KB.
 */
export function ranges(name: CharacterClass): string {
	const texts = rangesBySign();
	const signs = Object.keys(CLASSES).filter((sign) => CLASSES[sign]?.includes(name));
	return signs.map((sign) => texts[sign] ?? "").join("");
}

const [ZERO, NINE, SMALL_A, SMALL_Z, HYPHEN] = [0x30, 0x39, 0x61, 0x7a, 0x2d] as const;

/** The ranges of each sign in RUNS. A plain loop over codes, since it runs before it is compiled. */
const rangesBySign = whenNeeded(() => {
	const texts: Record<string, string> = {};
	let first = 0;
	let length = 0;
	for (let at = 0; at < RUNS.length; at++) {
		const code = RUNS.charCodeAt(at);
		if (code >= SMALL_A && code <= SMALL_Z) length = length * 36 + code - SMALL_A + 10;
		else if (code >= ZERO && code <= NINE) length = length * 36 + code - ZERO;
		else {
			const sign = RUNS.charAt(at);
			const last = first + (length || 1) - 1;
			texts[sign] = `${texts[sign] ?? ""}${String.fromCodePoint(first, HYPHEN, last)}`;
			first = last + 1;
			length = 0;
		}
	}
	return texts;
});
