/** Finds the lines of problems in JSON files; only a file that has problems is read again for it. */
import { readFile } from "node:fs/promises";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Place, Problem } from "./problems.ts";
import { withoutBom } from "./text.ts";

type LineFinder = (location: readonly (string | number)[]) => number | undefined;

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
		const inField = field === undefined ? undefined : find([...place.record, field]);
		const line = inField ?? find(place.record);
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
	const tree = parseTree(text);
	const starts = lineStarts(text);
	return (location) => {
		const node: Node | undefined = tree && findNodeAtLocation(tree, [...location]);
		return node === undefined ? undefined : lineOf(starts, node.offset);
	};
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
