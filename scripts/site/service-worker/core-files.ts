/** Which files of a tree are enough to answer everything but media. */
import { FORMAT_VERSION } from "../../contract/latest.ts";
import { ALL_PATH, listingPath } from "../../contract/paths.ts";

/** A published file, as the manifest lists it. */
export interface ListedFile {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** Reads the list of a manifest. Throws an Error when the text is none. */
export function listedFiles(manifest: string): readonly ListedFile[] {
	const { version, files } = JSON.parse(manifest) as { version?: unknown; files?: ListedFile[] };
	if (version !== FORMAT_VERSION || !Array.isArray(files)) {
		throw new Error(`manifest.json: this worker reads version ${FORMAT_VERSION}`);
	}
	return files;
}

/**
 * The search files, the catalogue as a whole, and one page, which says how pages are linked. All
 * other pages are made from these: thousands of files that need not be fetched.
 */
export function dataFiles(files: readonly ListedFile[]): readonly ListedFile[] {
	const single = [ALL_PATH, listingPath(1)].map((path) => path.slice(1));
	return files.filter(
		({ path }) => path.startsWith("v1/instants/search/") || single.includes(path),
	);
}

/** What a list of files comes to. */
export function bytesOf(files: readonly ListedFile[]): number {
	return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
