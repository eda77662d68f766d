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

const known = new Map<string, string>();

/**
 * A table of unicode-tables.ts as ranges for a character class. Without escapes, since V8 does not
 * optimise patterns of more than 20 KB.
 */
export function ranges(table: string): string {
	const text = known.get(table) ?? decoded(table);
	known.set(table, text);
	return text;
}

function decoded(table: string): string {
	let text = "";
	let at = 0;
	let isLast = false;
	for (const step of table.split(" ")) {
		at += Number.parseInt(step, 36);
		text += `${isLast ? "-" : ""}${String.fromCodePoint(at)}`;
		isLast = !isLast;
	}
	return text;
}
