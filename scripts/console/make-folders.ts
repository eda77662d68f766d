/** Makes folders where a user names them. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing. In a folder that can hold none, such as `/proc`, Node's own
 * `recursive` tries for ever.
 */
export function makeFolders(path: string): void {
	const folder = resolve(path);
	if (existsSync(folder)) return;
	makeFolders(dirname(folder));
	try {
		mkdirSync(folder);
	} catch (error) {
		// Another process may have made it.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}
