/** Puts a folder that was written beside another into its place, so that readers see one or the other as a whole. */
import { existsSync, renameSync } from "node:fs";

/** Moves `target`, if it is there, to `old`, and `fresh` to `target`. Changes nothing if it fails to move either. */
export function exchange(target: string, fresh: string, old: string): void {
	const replaces = existsSync(target);
	if (replaces) renameSync(target, old);
	try {
		renameSync(fresh, target);
	} catch (error) {
		if (replaces) renameSync(old, target);
		throw error;
	}
}
