/** Lists what lies in a folder that is checked, emptied or replaced as a whole. */
import { readdirSync } from "node:fs";
import { sep } from "node:path";

/**
 * The paths of everything below a folder except folders, with a slash between their parts, and whether
 * each is a regular file. Links are not followed.
 */
export function filesBelow(folder: string): Map<string, boolean> {
	const found = new Map<string, boolean>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = `${entry.parentPath}${sep}${entry.name}`.slice(folder.length + 1);
		if (!entry.isDirectory()) found.set(path.replaceAll(sep, "/"), entry.isFile());
	}
	return found;
}
