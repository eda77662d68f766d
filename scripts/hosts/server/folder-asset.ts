/** Reads published files from a folder or from a URL. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { POINTER_PATH } from "../../tree/paths.ts";
import { type Asset, fetchedAsset } from "../../tree/reading.ts";
import { DamagedTree } from "../../tree/store.ts";

/** Reads files synchronously, because asynchronous reads of small, cached files take several times as long. */
export function folderAsset(folder: string): Asset {
	return (name) =>
		evenIfReplaced(folder, async () => {
			try {
				return readFileSync(join(folder, name));
			} catch (error) {
				const { code, message } = error as NodeJS.ErrnoException;
				if (code === "ENOENT") return undefined;
				throw new DamagedTree(`${name} cannot be read (${code ?? message})`);
			}
		});
}

/** How often to wait for a folder that is being replaced, and how many milliseconds each time. */
const [TRIES, PAUSE] = [20, 10];

/**
 * Looks for a file, and looks again if it is missing: a build replaces the folder with two renames, and the
 * folder does not exist between them.
 */
export async function evenIfReplaced<T>(folder: string, find: () => Promise<T>): Promise<T> {
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

/** @param tree a folder, or a URL without a trailing slash */
export function openTree(tree: string): Asset {
	if (!isRemote(tree)) return folderAsset(tree);
	return fetchedAsset((path) => fetch(tree + path, { signal: AbortSignal.timeout(MAX_WAIT) }));
}
