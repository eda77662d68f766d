/** A log of finished work, one JSON object per line, from which the next run resumes. */
import { appendFileSync, readFileSync } from "node:fs";
import { writeAtomically } from "./disk.ts";

export interface AppendLog<T> {
	readonly entries: readonly T[];
	add(entry: T): void;
	/** Replaces all entries. */
	reset(entries?: readonly T[]): void;
}

/** Opens a log in a file, and drops what belongs to another source. */
export function openLog<T>(file: string, source: string): AppendLog<T> {
	const entries = readLog<T>(file, source);
	const log: AppendLog<T> = {
		entries,
		add: (entry) => {
			appendFileSync(file, `${JSON.stringify(entry)}\n`);
			entries.push(entry);
		},
		reset: (kept = []) => {
			entries.splice(0, entries.length, ...kept);
			writeAtomically(
				file,
				[{ source }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join(""),
			);
		},
	};
	// Removes an incomplete last line, to which nothing could be appended.
	log.reset([...entries]);
	return log;
}

/** A log that ends with the run. */
export function memoryLog<T>(): AppendLog<T> {
	const entries: T[] = [];
	return {
		entries,
		add: (entry) => void entries.push(entry),
		reset: (kept = []) => void entries.splice(0, entries.length, ...kept),
	};
}

function readLog<T>(file: string, source: string): T[] {
	try {
		const [head, ...lines] = readFileSync(file, "utf8").split("\n");
		if (JSON.parse(head ?? "").source !== source) return [];
		// Whatever follows the last line break is incomplete, or empty.
		return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
	} catch {
		return [];
	}
}
