/** Who may enter a folder: a folder that takes the place of another lets in whom that one let in. */
import { chmodSync, chownSync, statSync } from "node:fs";

/** Gives a folder the mode of the one before it, and the same owner where that may be done. */
export function keepAccess(before: string, after: string): void {
	const { mode, uid, gid } = statSync(before);
	// Changing the owner clears the set-group bit, so it comes first.
	if (process.getuid?.() === 0) chownSync(after, uid, gid);
	chmodSync(after, mode & 0o7777);
}
