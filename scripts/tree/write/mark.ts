/**
 * Marks a folder that a run has created, so that later runs recognise it by its content. A name or an age could
 * also match somebody else's folder, and such a folder is never moved or deleted.
 */
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file in a marked folder. */
export const MARK_FILE = "of.json";

export interface Mark {
	/** For people who find the folder. */
	readonly what: string;
	/**
	 * The name of the folder beside it that the marked folder belongs to, without a path, since both may be moved
	 * together.
	 */
	readonly of: string;
}

/** Marks a folder that has no mark. */
export function mark(folder: string, { what, of }: Mark): void {
	writeFileSync(join(folder, MARK_FILE), `${JSON.stringify({ what, of })}\n`);
}

/** Whether this is a folder with this mark. Links to folders do not count. */
export function isMarked(folder: string, { what, of }: Mark): boolean {
	try {
		if (!lstatSync(folder).isDirectory()) return false;
		const found = JSON.parse(readFileSync(join(folder, MARK_FILE), "utf8"));
		return found.what === what && found.of === of;
	} catch {
		return false;
	}
}
