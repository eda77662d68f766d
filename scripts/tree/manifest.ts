/**
 * The manifest lists the size and hash of every file outside the store, so that a copy can be checked.
 * Files of the store need no entry, since their names are their hashes. The manifest is split into
 * parts, found through index files like the store's, so that a small change affects few of them:
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
	/** Without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

export function manifestLine({ path, bytes, sha256 }: FileEntry): string {
	return `${JSON.stringify(path)}:[${bytes},"${sha256}"]`;
}

/** Every file in the manifest, sorted by path in UTF-16 code units. Throws DamagedTree. */
export async function readManifest(store: Store, root: string): Promise<FileEntry[]> {
	const everything = { from: "", reaches: () => true };
	const [parts = []] = await filesOf<string>(store, "manifest", root, [everything]);
	const texts = await Promise.all(parts.map(([, name]) => store.read("manifest", name)));
	return texts.flatMap((text) => {
		const part = JSON.parse(text) as Record<string, readonly [number, string]>;
		return Object.entries(part).map(([path, [bytes, sha256]]) => ({ path, bytes, sha256 }));
	});
}
