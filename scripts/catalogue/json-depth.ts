/** Parses JSON, except for values nested so deep that walking through them would overflow the stack, as JSON.parse does not. */
import { createScanner } from "jsonc-parser";

const MAX_DEPTH = 100;

export class TooDeep extends Error {
	/** In UTF-16 units. */
	readonly offset: number;

	constructor(offset: number) {
		super(`is nested more than ${MAX_DEPTH} levels deep`);
		this.offset = offset;
	}
}

/** Throws a SyntaxError or TooDeep. Only what is broken or not flat, as all valid records are, is read a second time. */
export function parseShallow(
	text: string,
	recordsOf: (value: unknown) => readonly unknown[],
): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		refuseDeep(text);
		throw error;
	}
	if (!recordsOf(value).every(isFlat)) refuseDeep(text);
	return value;
}

function isFlat(record: unknown): boolean {
	if (typeof record !== "object" || record === null) return true;
	return Object.values(record).every((value) => typeof value !== "object" || value === null);
}

/** Counts the brackets that the parsers of other messages would follow, even in broken JSON. */
function refuseDeep(text: string): void {
	const scanner = createScanner(text, true);
	const open: string[] = [];
	for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
		const offset = scanner.getTokenOffset();
		const first = text[offset] ?? "";
		if (first === "[" || first === "{") open.push(first === "[" ? "]" : "}");
		else if (first === open.at(-1)) open.pop();
		if (open.length > MAX_DEPTH) throw new TooDeep(offset);
	}
}
