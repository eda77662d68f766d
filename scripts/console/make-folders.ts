/** Creates folders at paths that a user has given. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents. In a folder that accepts no new folders, such as `/proc`, Node's own
 * `recursive` option would retry for ever.
 */
export function makeFolders(path: string): void {
	const folder = resolve(path);
	if (existsSync(folder)) return;
	makeFolders(dirname(folder));
	try {
		mkdirSync(folder);
	} catch (error) {
		// Another process may have created it.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}
