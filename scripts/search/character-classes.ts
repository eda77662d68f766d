/**
 * Character classes for regular expressions, from tables of code points. They have thousands of
 * characters and take longer to make than a page to answer, so nothing makes them before it has text
 * that is not ASCII.
 */

/** Makes a value when it is first needed. */
export function whenNeeded<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/**
 * A table of unicode-tables.ts as ranges for a character class. Without escapes, since V8 does not
 * optimise patterns of more than 20 KB.
 */
export function ranges(table: string): string {
	let at = 0;
	return table.replace(/(\w+) (\w+) ?/g, (_, gap: string, length: string) => {
		const first = at + Number.parseInt(gap, 36);
		at = first + Number.parseInt(length, 36);
		return `${String.fromCodePoint(first)}-${String.fromCodePoint(at)}`;
	});
}
