/** Finds the published file for a path, and nothing else that the file system has under that name. */
import { realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Encoding } from "./compression.ts";

/** A file of the tree. */
export interface TreeFile {
	readonly key: string;
	readonly path: string;
	readonly stats: Stats;
	/** Differs from that of any other file or content. */
	readonly version: string;
	/** How the content is compressed already. */
	readonly encoding?: Encoding | undefined;
}

export function versionOf(path: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
	return `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/**
 * The file with this path in the tree; undefined if there is none, or none that may be seen. Synchronous,
 * because the system has all of this in memory, and asynchronous calls take ten times as long.
 * @param isKnown whether the file of this version has been found before
 */
export function findFile(
	folder: string,
	key: string,
	isKnown: (version: string) => boolean,
): TreeFile | undefined {
	try {
		const path = join(folder, key);
		const stats = statSync(path);
		const file = { key, path, stats, version: versionOf(path, stats) };
		return (isKnown(file.version) || isIn(folder, path, key)) && stats.isFile() ? file : undefined;
	} catch {
		// There is no such file, or no file can have such a name.
		return undefined;
	}
}

/** Links within the tree are followed, but not to hidden files. */
function isIn(folder: string, path: string, key: string): boolean {
	const root = realpathSync.native(folder) + sep;
	const real = realpathSync.native(path);
	if (!real.startsWith(root)) return false;
	const stored = real.slice(root.length).split(sep).join("/");
	if (key === stored) return true;
	// Where case makes no difference, other spellings are refused, since headers depend on the path.
	return !/(^|\/)\./.test(stored) && key.toLowerCase() !== stored.toLowerCase();
}
