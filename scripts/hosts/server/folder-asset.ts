/** Reads published files from a folder or from a URL. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { POINTER_PATH } from "../../tree/paths.ts";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";
import { pointerReader } from "./pointer-file.ts";

/** @param pointer reads the pointer */
export function folderAsset(folder: string, pointer = pointerReader(folder)): Asset {
	const read: Asset = async (name) => {
		try {
			return name === POINTER_PATH ? pointer() : await readFile(join(folder, name));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	};
	return (name) => evenIfReplaced(folder, () => read(name));
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

/** Whether a tree is at a URL rather than in a folder. */
export function isRemote(tree: string): boolean {
	return /^https?:\/\//.test(tree);
}

/** How many milliseconds to wait for a file from a URL. */
const MAX_WAIT = 10_000;

/** A tree that a server reads. */
export interface ServedTree {
	readonly asset: Asset;
	/** Reads the pointer where that takes no waiting; undefined if there is none. */
	pointer(): Uint8Array | undefined;
}

/** @param tree a folder, or a URL without a trailing slash */
export function openTree(tree: string): ServedTree {
	if (isRemote(tree)) {
		const get = (path: string) => fetch(tree + path, { signal: AbortSignal.timeout(MAX_WAIT) });
		return { asset: fetchedAsset(get), pointer: () => undefined };
	}
	const pointer = pointerReader(tree);
	return { asset: folderAsset(tree, pointer), pointer };
}
