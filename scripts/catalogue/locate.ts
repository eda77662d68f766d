/** Finds the lines of problems in JSON files; only a file that has problems is read again for it. */
import { readFile } from "node:fs/promises";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Place, Problem } from "./problems.ts";
import { withoutBom } from "./text.ts";

/** The line of a record's field; of the record when it has no such field. */
type LineFinder = (record: readonly number[], field: string | undefined) => number | undefined;

/** Problems with the lines where the faults are written, as far as they can be told. */
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
	const tree = parsed(text);
	const starts = lineStarts(text);
	return (location, field) => {
		const record = tree && findNodeAtLocation(tree, [...location]);
		// Of a key that is written twice, the last counts, as it does for JSON.parse.
		const property = record?.children?.findLast(({ children }) => children?.[0]?.value === field);
		const node = property?.children?.[1] ?? record;
		return node === undefined ? undefined : lineOf(starts, node.offset);
	};
}

/** Undefined when the text is nested too deeply for the parser, though JSON.parse took it. */
function parsed(text: string): Node | undefined {
	try {
		return parseTree(text);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
	return starts;
}

/** The number of starts at or before the offset. */
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
