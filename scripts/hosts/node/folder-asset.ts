/** Published files, read from a folder or from a bucket. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";

/** Published files from a folder. */
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

/** Whether a tree is at a URL, and not in a folder. */
export function isRemote(tree: string): boolean {
	return /^https?:\/\//.test(tree);
}

/** Published files of a tree in a folder or, without a trailing slash, at a URL. */
export function treeAsset(tree: string): Asset {
	return isRemote(tree) ? fetchedAsset((path) => fetch(tree + path)) : folderAsset(tree);
}
