/** Reads published files from a folder or from a URL. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";

export function folderAsset(folder: string): Asset {
	return async (path) => {
		try {
			return await readFile(join(folder, path));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
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
