/**
 * Replaces a whole folder: moves the old one aside, moves the new one into its place, then deletes the
 * old one. If the process is killed in between, the old folder can be restored.
 */
import { existsSync } from "node:fs";
import { removeFolder, renameFolder } from "./folder-changes.ts";

/** The paths involved, all on one file system, so that folders can be renamed from one to another. */
export interface Replacement {
	/** The folder to replace. It need not exist. */
	readonly live: string;
	/** The new folder. */
	readonly staged: string;
	/** Where the old folder is kept during the switch. */
	readonly previous: string;
	/** Where the old folder is deleted. A separate path, so that a half-deleted folder is never restored. */
	readonly discarded: string;
}

/** Moves `live` to `previous`, and `staged` to `live`. Changes nothing if that fails. */
export function switchFolders({ live, staged, previous }: Replacement): void {
	const replaces = existsSync(live);
	if (replaces) renameFolder(live, previous);
	try {
		renameFolder(staged, live);
	} catch (error) {
		if (replaces) renameFolder(previous, live);
		throw error;
	}
}

/** Whether a switch was cut short, so that the old folder must be restored. */
function wasInterrupted({ live, previous }: Pick<Replacement, "live" | "previous">): boolean {
	return !existsSync(live) && existsSync(previous);
}

/** Undoes a switch that was cut short. */
export function restorePrevious(places: Pick<Replacement, "live" | "previous">): void {
	if (wasInterrupted(places)) renameFolder(places.previous, places.live);
}

/** Deletes the old folder, or what an earlier call left of it. */
export function discardPrevious({
	previous,
	discarded,
}: Pick<Replacement, "previous" | "discarded">): void {
	removeFolder(discarded);
	if (!existsSync(previous)) return;
	renameFolder(previous, discarded);
	removeFolder(discarded);
}
