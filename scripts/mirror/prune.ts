/** Clears a staging folder of what an earlier run left there and this one does not want. */
import { rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersOf } from "./file-path.ts";
import { walk } from "./walk.ts";

/** Deletes all else, links even where a file is wanted, and the folders that are empty then. */
export function prune(staging: string, wanted: ReadonlySet<string>): void {
	const folders = new Set<string>();
	for (const { path, kind } of walk(staging)) {
		if (kind === "file" && wanted.has(path)) continue;
		if (kind === "folder") folders.add(path);
		else rmSync(join(staging, path));
		for (const folder of foldersOf(path)) folders.add(folder);
	}
	for (const folder of [...folders].sort().reverse()) {
		try {
			rmdirSync(join(staging, folder));
		} catch {
			// It holds a file that is wanted.
		}
	}
}
