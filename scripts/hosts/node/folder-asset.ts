/** Published files, read from a folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asset } from "../../tree/reading.ts";

/** Published files from a folder. */
export function folderAsset(folder: string): Asset {
	return async (path) => {
		try {
			return await readFile(join(folder, path), "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	};
}
