/** Files told apart by what they hold, not by where they lie. */
import type { FileEntry } from "../tree/manifest.ts";
import type { Content } from "./hash-file.ts";

/** Files that hold the same, by its hash. */
export function byContent(entries: readonly FileEntry[]): Map<string, FileEntry[]> {
	const groups = new Map<string, FileEntry[]>();
	for (const entry of entries) {
		const same = groups.get(entry.sha256);
		if (same === undefined) groups.set(entry.sha256, [entry]);
		else same.push(entry);
	}
	return groups;
}

/** The bytes of all these files. */
export function total(entries: readonly Content[]): number {
	return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}
