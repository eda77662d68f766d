/** Clears a staging folder of what an earlier run left there and this one does not want. */
import { rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersOf } from "./file-path.ts";
import { filesAndLinks } from "./holding.ts";

/** Deletes all other files and links, and the folders that are empty then. */
export function prune(staging: string, wanted: ReadonlySet<string>): void {
	const folders = new Set<string>();
	for (const { path } of filesAndLinks(staging)) {
		if (wanted.has(path)) continue;
		rmSync(join(staging, path));
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
