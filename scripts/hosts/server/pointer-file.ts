/** Reads the pointer of a tree in a folder, which every request needs. */
import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { POINTER_PATH } from "../../tree/paths.ts";

/**
 * Returns a function that reads the pointer, and undefined if there is none. It returns the same array
 * until the file is replaced: asking the system whether it was takes far less time than reading it. It
 * is synchronous, because waiting would take longer still. Throws what `node:fs` throws.
 */
export function pointerReader(folder: string): () => Uint8Array | undefined {
	const path = join(folder, POINTER_PATH);
	let known: { readonly stats: Stats; readonly content: Uint8Array } | undefined;
	return () => {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return undefined;
		if (known === undefined || !isSame(known.stats, stats)) known = read(path);
		return known?.content;
	};
}

function isSame(one: Stats, other: Stats): boolean {
	return (
		one.ino === other.ino &&
		one.size === other.size &&
		one.mtimeMs === other.mtimeMs &&
		// No program can set this one.
		one.ctimeMs === other.ctimeMs
	);
}

/** The facts are those of what was read, even if the file is being replaced. */
function read(path: string): { stats: Stats; content: Uint8Array } | undefined {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
	try {
		return { stats: fstatSync(file), content: readFileSync(file) };
	} finally {
		closeSync(file);
	}
}
