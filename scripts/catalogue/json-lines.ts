/** Finds the lines of problems in JSON files: syntax errors, and the fields of wrong records. */
import { readFile } from "node:fs/promises";
import {
	findNodeAtLocation,
	type Node,
	type ParseError,
	parse,
	parseTree,
	printParseErrorCode,
} from "jsonc-parser";
import type { Place, Problem } from "./problems.ts";
import { withoutBom } from "./text-file.ts";

/** A syntax error. JSON.parse's own messages quote the data and give no line. */
export interface JsonFault {
	/** In UTF-16 units. */
	readonly offset: number;
	/** What is wrong, and in which column. Quotes nothing from the text. */
	readonly what: string;
}

/** Finds the first syntax error of a text that JSON.parse refused. */
export function jsonFault(text: string): JsonFault {
	const first = firstError(text);
	if (first === undefined) return { offset: 0, what: "it is nested too deeply" };
	const { error, offset } = first;
	const column = offset - text.lastIndexOf("\n", offset - 1);
	// "CommaExpected" becomes "comma expected".
	const words = printParseErrorCode(error)
		.replace(/\B[A-Z]/g, (c) => ` ${c}`)
		.toLowerCase();
	return { offset, what: `${words} at column ${column}` };
}

function firstError(text: string): ParseError | undefined {
	const errors: ParseError[] = [];
	unlessTooDeep(() => parse(text, errors, { disallowComments: true }));
	return errors[0];
}

/** JSON.parse accepts deeper nesting than this parser, which runs out of stack. */
function unlessTooDeep<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** The line of a record's field, or of the record if it has no such field. */
type LineFinder = (record: readonly number[], field: string | undefined) => number | undefined;

/** Adds the lines of problems in JSON files, as far as they can be found. Reads those files again. */
export async function withLines(problems: readonly Problem[]): Promise<Problem[]> {
	const finders = new Map<string, LineFinder>();
	for (const place of problems.flatMap(({ place, other }) => (other ? [place, other] : [place]))) {
		if (place.record !== undefined && !finders.has(place.file)) {
			finders.set(place.file, await lineFinder(place.file));
		}
	}
	const located = (place: Place, field: string | undefined): Place => {
		const find = finders.get(place.file);
		if (find === undefined || place.record === undefined) return place;
		const line = find(place.record, field);
		return line === undefined ? place : { ...place, line };
	};
	return problems.map((problem) => ({
		...problem,
		place: located(problem.place, problem.field),
		...(problem.other && { other: located(problem.other, problem.field) }),
	}));
}

async function lineFinder(path: string): Promise<LineFinder> {
	const text = withoutBom(await readFile(path, "utf8"));
	const tree: Node | undefined = unlessTooDeep(() => parseTree(text));
	const starts = lineStarts(text);
	return (location, field) => {
		const record = tree && findNodeAtLocation(tree, [...location]);
		// As in JSON.parse, the last of several equal keys wins.
		const property = record?.children?.findLast(({ children }) => children?.[0]?.value === field);
		const node = property?.children?.[1] ?? record;
		return node === undefined ? undefined : lineOf(starts, node.offset);
	};
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
	return starts;
}

/** The line of an offset, from 1, by bisection. */
function lineOf(starts: readonly number[], offset: number): number {
	let low = 0;
	let high = starts.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((starts[middle] ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
