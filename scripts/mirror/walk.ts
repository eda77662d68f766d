/**
 * Everything that lies in a folder, links not followed. Node's own listing rather than a glob: names
 * of a user's own files may hold anything, line ends too, which no pattern matches.
 */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface Found {
	/** Relative, with slashes. */
	readonly path: string;
	/**
	 * `folder` is one that is empty; `other` is what can be neither copied nor linked: a pipe, a socket,
	 * a device, or a name that is no UTF-8 and so cannot be opened by what it was read as.
	 */
	readonly kind: "file" | "link" | "folder" | "other";
}

/** Files, links, empty folders and whatever else there is, in no order. */
export function walk(root: string): Found[] {
	const found: Found[] = [];
	const waiting = [""];
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		const entries = readdirSync(join(root, folder), { withFileTypes: true });
		if (entries.length === 0 && folder !== "") found.push({ path: folder, kind: "folder" });
		for (const entry of entries) {
			const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
			const kind = kindOf(entry, join(root, path));
			if (kind === "folder") waiting.push(path);
			else found.push({ path, kind });
		}
	}
	return found;
}

function kindOf(entry: Dirent, file: string): Found["kind"] {
	// What is no UTF-8 is read as U+FFFD, and then is not there under that name.
	const isReadable =
		!entry.name.includes("\ufffd") || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
	if (!isReadable) return "other";
	if (entry.isDirectory()) return "folder";
	if (entry.isFile()) return "file";
	return entry.isSymbolicLink() ? "link" : "other";
}
