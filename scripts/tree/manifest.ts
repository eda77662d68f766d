/**
 * The manifest: every file of a tree that is not in the store, with its size and hash, so that a copy
 * can be checked. (The files of the store are named by their hashes already.) It is cut into parts,
 * found through index files like those of the store, so that a small change touches few:
 *
 *     {
 *     "index.html":[4212,"3f5c…"],
 *     "openapi.json":[30122,"9a01…"]
 *     }
 */
import { filesOf } from "./index-node.ts";
import type { Store } from "./store.ts";

/** A file of a tree. */
export interface FileEntry {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** The line of one file in a part. */
export function manifestLine({ path, bytes, sha256 }: FileEntry): string {
	return `${JSON.stringify(path)}:[${bytes},"${sha256}"]`;
}

/** All files that a manifest lists, sorted by path in UTF-16 code units. Throws a DamagedTree. */
export async function readManifest(store: Store, root: string): Promise<FileEntry[]> {
	const everything = { from: "", reaches: () => true };
	const [parts = []] = await filesOf<string>(store, "manifest", root, [everything]);
	const texts = await Promise.all(parts.map(([, name]) => store.read("manifest", name)));
	return texts.flatMap((text) => {
		const part = JSON.parse(text) as Record<string, readonly [number, string]>;
		return Object.entries(part).map(([path, [bytes, sha256]]) => ({ path, bytes, sha256 }));
	});
}
