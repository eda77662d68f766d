/** Which files of a tree are enough to answer everything but media. */
import type { FileEntry } from "../../tree/manifest.ts";
import { ALL_PATH, listingPath } from "../../tree/paths.ts";

/**
 * The search files, the whole catalogue, and one page, which shows how pages are linked. The service
 * worker composes all other pages from these instead of fetching thousands of files.
 */
export function dataFiles(files: readonly FileEntry[]): readonly FileEntry[] {
	const single = [ALL_PATH, listingPath(1)].map((path) => path.slice(1));
	return files.filter(
		({ path }) => path.startsWith("v1/instants/search/") || single.includes(path),
	);
}

/** The size of the files together. */
export function bytesOf(files: readonly FileEntry[]): number {
	return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
