/**
 * The manifest lists the size and hash of every file outside the store, so that a copy can be checked, and a
 * precomputed page can be trusted. Store files need no entry, since their names are their hashes. The manifest is
 * split into parts, found through index files like those of the store, so that a small change affects few parts:
 *
 *     {
 *     "index.html":[4212,"3f5c…"],
 *     "openapi.json":[30122,"9a01…"]
 *     }
 */

/** A file of a tree. */
export interface FileEntry {
	/** Without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** Files with equal digests are identical. Only files of equal size need to be hashed. */
export type Digest = Omit<FileEntry, "path">;

/** A file to write. */
export interface TextFile {
	/** Relative to the folder in which it is written. */
	readonly path: string;
	readonly text: string;
}

export function manifestLine({ path, bytes, sha256 }: FileEntry): string {
	return `${JSON.stringify(path)}:[${bytes},"${sha256}"]`;
}
