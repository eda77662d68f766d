/** Finds out which folder a path means, before anything is written there, moved or deleted. */
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Follows the links in a path whose last folders need not exist. */
export function realPath(path: string): string {
	const absolute = resolve(path);
	try {
		// The native function returns the spelling on the disk, where case makes no difference.
		return realpathSync.native(absolute);
	} catch {
		const above = dirname(absolute);
		return above === absolute ? absolute : join(realPath(above), basename(absolute));
	}
}
