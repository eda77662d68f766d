/** Reads published files from a folder or from a URL. */
import { existsSync, readFileSync, type Stats, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { POINTER_PATH } from "../../tree/paths.ts";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";

export function folderAsset(folder: string): Asset {
	const pointer = changingFile(join(folder, POINTER_PATH));
	const read: Asset = async (path) => {
		try {
			return path === POINTER_PATH ? pointer() : await readFile(join(folder, path));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	};
	return (path) => (path === POINTER_PATH ? evenIfReplaced(folder, () => read(path)) : read(path));
}

/** How often and how many milliseconds to wait for a folder that is being replaced. */
const [TRIES, PAUSE] = [5, 10];

/**
 * Looks for a file of a tree, and once more if the tree is missing: a build replaces the folder with
 * two renames, and between them there is none.
 */
export async function evenIfReplaced<T>(folder: string, find: () => T | Promise<T>): Promise<T> {
	const found = await find();
	if (found !== undefined) return found;
	for (let tries = 0; tries < TRIES && !existsSync(join(folder, POINTER_PATH)); tries++) {
		await setTimeout(PAUSE);
	}
	return find();
}

/** What tells two versions of a file apart. */
const FACTS = ["ino", "size", "mtimeMs", "ctimeMs"] as const;

/** For a younger file, the time of its last change does not show whether it has changed again. */
const OLD_ENOUGH = 1000;

/**
 * The content of a small file that every request needs, read again when it has changed. Synchronous,
 * because the system has it in memory, and an asynchronous call takes ten times as long.
 */
function changingFile(path: string): () => Uint8Array {
	let last: { readonly stats: Stats; readonly content: Uint8Array } | undefined;
	return () => {
		const stats = statSync(path);
		if (last !== undefined && FACTS.every((fact) => last?.stats[fact] === stats[fact])) {
			return last.content;
		}
		const content = readFileSync(path);
		last = Date.now() - stats.ctimeMs > OLD_ENOUGH ? { stats, content } : undefined;
		return content;
	};
}

/** Whether a tree is at a URL rather than in a folder. */
export function isRemote(tree: string): boolean {
	return /^https?:\/\//.test(tree);
}

/** @param tree a folder, or a URL without a trailing slash */
export function treeAsset(tree: string): Asset {
	return isRemote(tree) ? fetchedAsset((path) => fetch(tree + path)) : folderAsset(tree);
}
