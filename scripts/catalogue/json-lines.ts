/** Finds the line numbers of problems in JSON files: syntax errors and invalid fields of records. */
import { readFile } from "node:fs/promises";
import { type JSONVisitor, type ParseError, parse, printParseErrorCode, visit } from "jsonc-parser";
import type { Problem, RecordPlace } from "./problems.ts";
import { withoutBom } from "./text-file.ts";

/**
 * Finds the first syntax error in text that JSON.parse rejected, since the messages of JSON.parse quote the text
 * and give no line. Returns the offset of the error, in UTF-16 units, and a description with its column.
 */
export function jsonFault(text: string): { readonly offset: number; readonly what: string } {
	const errors: ParseError[] = [];
	try {
		parse(text, errors, { disallowComments: true });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { offset: 0, what: "nested too deeply to be read" };
	}
	const [{ error, offset } = { error: 0, offset: 0 }] = errors;
	const column = offset - text.lastIndexOf("\n", offset - 1);
	// "CommaExpected" becomes "comma expected".
	const words = printParseErrorCode(error)
		.replace(/\B[A-Z]/g, (c) => ` ${c}`)
		.toLowerCase();
	return { offset, what: `${words} at column ${column}` };
}

/**
 * Finds keys that appear twice in an object: JSON.parse has silently dropped the first of them.
 * @param value the parsed text
 * @param from the line on which the text begins
 */
export function repeatedKeys(
	text: string,
	value: unknown,
	{ file, line: from }: RecordPlace,
): Problem[] {
	const records: unknown[] = Array.isArray(value) ? value : [value];
	const kept = records.reduce((sum: number, record) => sum + keyCount(record), 0);
	// This matches every key, but also keys of nested objects, and text that looks like a key. If there are no
	// more matches than keys in the value, no key was dropped. Otherwise the text has to be parsed again.
	const keyEnd = /"\s*:/g;
	let matches = 0;
	while (keyEnd.test(text)) matches++;
	if (matches === kept) return [];
	const open: Set<string>[] = [];
	const found: Problem[] = [];
	const fault = { message: "appears twice in one record", fix: "keep one of them" };
	visit(text, {
		onObjectBegin: () => void open.push(new Set()),
		onObjectProperty: (key, _offset, _length, line) => {
			const place = { file, line: (from ?? 1) + line };
			if (open.at(-1)?.has(key)) found.push({ place, field: key, ...fault });
			open.at(-1)?.add(key);
		},
		onObjectEnd: () => void open.pop(),
	});
	return found;
}

function keyCount(record: unknown): number {
	return record instanceof Object && !Array.isArray(record) ? Object.keys(record).length : 0;
}

/** Adds line numbers to problems in JSON files, where the lines can be found. Reads these files again. */
export async function withLines(problems: readonly Problem[]): Promise<Problem[]> {
	const files = new Map<string, Map<string, number>>();
	for (const place of problems.flatMap(({ place, other }) => (other ? [place, other] : [place]))) {
		if (place.record === undefined || files.has(place.file)) continue;
		files.set(place.file, linesByPath(withoutBom(await readFile(place.file, "utf8"))));
	}
	const located = (place: RecordPlace, field: string | undefined): RecordPlace => {
		const { file, record } = place;
		if (record === undefined) return place;
		const lines = files.get(file);
		const line = lines?.get(pathKey([...record, field])) ?? lines?.get(pathKey(record));
		return line === undefined ? place : { ...place, line };
	};
	return problems.map((problem) => ({
		...problem,
		place: located(problem.place, problem.field),
		...(problem.other && { other: located(problem.other, problem.field) }),
	}));
}

const pathKey = (path: readonly unknown[]): string => JSON.stringify(path);

/** The lines of records and of their fields, by path. If a key is repeated, the last one wins, as in JSON.parse. */
function linesByPath(text: string): Map<string, number> {
	const lines = new Map<string, number>();
	type OnBegin = Required<JSONVisitor>["onArrayBegin"];
	const onBegin: OnBegin = (_offset, _length, line, _column, pathOf) => {
		const path = pathOf();
		lines.set(pathKey(path), line + 1);
		return path.length < 2;
	};
	visit(text, {
		onObjectBegin: onBegin,
		onArrayBegin: onBegin,
		onLiteralValue: (_value, ...place) => void onBegin(...place),
	});
	return lines;
}
