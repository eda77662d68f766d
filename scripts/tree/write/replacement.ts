/**
 * Replacing a folder as a whole: the old one is moved aside, the new one takes its place, and the old
 * one is deleted. Whoever dies in between leaves a folder that was moved aside, which comes back.
 */
import { existsSync, renameSync, rmSync } from "node:fs";

/** The folders that take part. All must be on one file system, so that each can be renamed to another. */
export interface Replacement {
	/** The folder that is replaced; it need not exist. */
	readonly live: string;
	/** The folder that takes its place. */
	readonly staged: string;
	/** Where the old folder is moved to. */
	readonly previous: string;
	/** Where the old folder is deleted: part of a folder must never be taken for one that was moved aside. */
	readonly discarded: string;
}

/** Puts `staged` in the place of `live`, which is at `previous` afterwards. On an error nothing has changed. */
export function switchFolders({ live, staged, previous }: Replacement): void {
	const replaces = existsSync(live);
	if (replaces) renameSync(live, previous);
	try {
		renameSync(staged, live);
	} catch (error) {
		if (replaces) renameSync(previous, live);
		throw error;
	}
}

/** Whether somebody died during a switch, so that the old folder must come back. */
export function wasInterrupted({
	live,
	previous,
}: Pick<Replacement, "live" | "previous">): boolean {
	return !existsSync(live) && existsSync(previous);
}

/** Undoes an interrupted switch. */
export function restorePrevious(places: Pick<Replacement, "live" | "previous">): void {
	if (wasInterrupted(places)) renameSync(places.previous, places.live);
}

/** Deletes the old folder, now or as far as an earlier call had come. */
export function discardPrevious({
	previous,
	discarded,
}: Pick<Replacement, "previous" | "discarded">): void {
	rmSync(discarded, { recursive: true, force: true });
	if (!existsSync(previous)) return;
	renameSync(previous, discarded);
	rmSync(discarded, { recursive: true, force: true });
}
