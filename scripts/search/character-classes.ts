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

const classes = whenNeeded(decoded);

/**
 * The code points of a class as ranges for a regular expression. Without escapes, since V8 does not
 * optimise patterns of more than 20 KB.
 */
export function ranges(name: CharacterClass): string {
	return classes().get(name) ?? "";
}

function decoded(): ReadonlyMap<string, string> {
	const texts = new Map<string, string>();
	let at = 0;
	for (const [, length = "", set = ""] of RUNS.matchAll(/([0-9a-z]*)(.)/g)) {
		const first = String.fromCodePoint(at);
		at += length === "" ? 1 : Number.parseInt(length, 36);
		const range = `${first}-${String.fromCodePoint(at - 1)}`;
		for (const name of CLASSES[set]?.split(" ") ?? []) {
			texts.set(name, (texts.get(name) ?? "") + range);
		}
	}
	return texts;
}
