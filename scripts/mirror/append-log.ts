/** A log of things done, one JSON object a line, that a killed run leaves for the next to go on from. */
import { appendFileSync, readFileSync } from "node:fs";
import { writeWhole } from "./write-whole.ts";

export interface AppendLog<T> {
	readonly entries: readonly T[];
	add(entry: T): void;
	/** Begins anew, with these entries. */
	reset(entries?: readonly T[]): void;
}

/** A log in a file, for one source: what another source's run left is dropped. */
export function logIn<T>(file: string, source: string): AppendLog<T> {
	const entries = readLog<T>(file, source);
	const log: AppendLog<T> = {
		entries,
		add: (entry) => {
			appendFileSync(file, `${JSON.stringify(entry)}\n`);
			entries.push(entry);
		},
		reset: (kept = []) => {
			entries.splice(0, entries.length, ...kept);
			writeWhole(file, [{ source }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join(""));
		},
	};
	// Also ends a last line that broke off, after which nothing could be added.
	log.reset([...entries]);
	return log;
}

/** A log that is forgotten with the run. */
export function logInMemory<T>(): AppendLog<T> {
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
		// What follows the last line end broke off, or is nothing.
		return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
	} catch {
		return [];
	}
}
