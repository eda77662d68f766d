/** What is wrong with a catalogue, and how it is said: place, field, value, rule, fix. */

import { printable, shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";

/** A record's place in `data/`: a line of an NDJSON file, or an element of a JSON file. */
export interface Place {
	/** Path as it is shown, e.g. `data/clips.ndjson`. */
	readonly file: string;
	/** 1-based; undefined while only the place inside the JSON is known. */
	readonly line?: number;
	/** In a JSON file, where the record is: `[3]` in an array, `[]` when it is the whole file. */
	readonly record?: readonly number[];
}

/** One thing that is wrong. */
export interface Problem {
	readonly place: Place;
	readonly field?: string;
	/** The value at fault; absent when there is none to show. */
	readonly value?: unknown;
	/** What is wrong with it, what is allowed, and the fix. */
	readonly message: string;
	/** The other place that takes part in a clash. */
	readonly other?: Place;
}

/** The catalogue has problems; the message lists all of them. */
export class CatalogueError extends UserError {
	readonly problems: readonly Problem[];

	constructor(problems: readonly Problem[]) {
		super(problems.map(problemLine).join("\n"));
		this.problems = problems;
	}

	override get report(): string {
		const { length } = this.problems;
		return `${this.message}\n\n${length} problem${length === 1 ? "" : "s"}; nothing was written.`;
	}
}

/** `file:12`, or as much of it as is known. */
function placeText({ file, line }: Place): string {
	return line === undefined ? file : `${file}:${line}`;
}

/** One problem as one line of text. */
export function problemLine({ place, field, value, message, other }: Problem): string {
	const subject = [field, value === undefined ? undefined : shown(value)].filter(Boolean).join(" ");
	const line = `${placeText(place)}${subject === "" ? "" : ` ${subject}`}: ${message}`;
	return printable(other === undefined ? line : `${line} (the other: ${placeText(other)})`);
}

/** Problems in the order in which a reader meets them. */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
	const files = [...new Set(problems.map(({ place }) => place.file))].sort();
	const rank = new Map(files.map((file, i) => [file, i]));
	return problems.toSorted(
		(a, b) =>
			(rank.get(a.place.file) ?? 0) - (rank.get(b.place.file) ?? 0) ||
			(a.place.line ?? 0) - (b.place.line ?? 0),
	);
}
