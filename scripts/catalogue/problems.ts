/** Problems of a catalogue, and how they are printed. */
import { printable, shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";

/** Where a record is in `data/`. */
export interface RecordPlace {
	/** As printed: `data/clips.ndjson`. */
	readonly file: string;
	/** Counted from 1. In a JSON file, undefined until json-lines.ts finds it. */
	readonly line?: number;
	/** The path of the record in a JSON file: `[3]` in an array, `[]` if it is the whole file. */
	readonly record?: readonly number[];
}

export interface Fault {
	/** What is wrong, or what is allowed. */
	readonly message: string;
	/** How to fix it; absent if the message already says so. */
	readonly fix?: string;
}

/** The fault of a Git LFS pointer, which stands in for a file that was not fetched. */
export const NOT_FETCHED: Fault = {
	message: "is a Git LFS pointer",
	fix: "run git lfs pull (in GitHub Actions, check out with lfs: true)",
};

export function faultText({ message, fix }: Fault): string {
	return fix === undefined ? message : `${message}; ${fix}`;
}

export interface Problem extends Fault {
	readonly place: RecordPlace;
	readonly field?: string;
	/** The wrong value; absent if there is none to print. */
	readonly value?: unknown;
	/** The other record of a conflict. */
	readonly other?: RecordPlace;
}

/** The catalogue has problems. The message lists all of them. */
export class CatalogueError extends UserError {
	readonly problems: readonly Problem[];

	readonly #consequence: string;

	/** @param consequence printed after the number of problems; empty for a command that never writes */
	constructor(problems: readonly Problem[], consequence = "; nothing was written") {
		super(problems.map(problemLine).join("\n"));
		this.problems = problems;
		this.#consequence = consequence;
	}

	override get report(): string {
		const { length } = this.problems;
		return `${this.message}\n\n${length} problem${length === 1 ? "" : "s"}${this.#consequence}.`;
	}
}

/** `file:12`, or `file` if the line is unknown. */
function placeText({ file, line }: RecordPlace): string {
	return line === undefined ? file : `${file}:${line}`;
}

/** The problem as one line of text. */
export function problemLine({ place, field, value, other, ...fault }: Problem): string {
	const subject = [field, value === undefined ? undefined : shown(value)].filter(Boolean).join(" ");
	const line = `${placeText(place)}${subject === "" ? "" : ` ${subject}`}: ${faultText(fault)}`;
	return printable(other === undefined ? line : `${line} (see also ${placeText(other)})`);
}

const NAMES_SHOWN = 3;

/** The first few names of a list, for a warning about all of them. */
export function someOf(names: readonly string[]): string {
	const more = names.length - NAMES_SHOWN;
	return names.slice(0, NAMES_SHOWN).map(shown).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Sorts problems by file and line. */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
	return problems.toSorted(({ place: a }, { place: b }) =>
		a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
	);
}

/** The problem with a file or folder that the system does not let us read. Rethrows other errors. */
export function unreadable(file: string, error: unknown): Problem {
	const { code, message } = error as NodeJS.ErrnoException;
	if (typeof code !== "string") throw error;
	const fault: Fault =
		code === "ENOENT"
			? { message: "does not exist, or its name is not UTF-8", fix: "correct the name" }
			: { message: `cannot be read: ${message}`, fix: "fix this, or move it elsewhere" };
	return { place: { file }, ...fault };
}
