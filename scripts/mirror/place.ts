/**
 * The folders of a mirror: DIR, `DIR.new`, which a run fills, and `DIR.previous`, the state before. They are
 * replaced and deleted as a whole, so a run refuses a folder that no run has made.
 */
import { existsSync, lstatSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { MirrorError } from "./errors.ts";
import { PROVENANCE, SUMS } from "./provenance.ts";

export interface MirrorPlace {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** DIR, `DIR.new` and `DIR.previous` as absolute paths. */
	readonly folder: string;
	readonly fresh: string;
	readonly previous: string;
	/** The record of the last state that was held. It lies beside DIR, which people may move or delete. */
	readonly last: string;
	readonly lock: string;
}

/** Marks a `DIR.new` that a run has made. No release has files whose names begin with a dot. */
export const MARK = ".mirror";

/** Throws a MirrorError if DIR is inside another mirror, whose next run would delete it. */
export function placeOf(dir: string): MirrorPlace {
	const folder = resolve(dir);
	const outer = mirrorAround(folder);
	if (outer !== undefined) {
		throw new MirrorError(
			`${dir}: is inside the mirror ${outer}, whose runs replace everything in it; name a folder outside it`,
		);
	}
	const [fresh, previous] = [`${folder}.new`, `${folder}.previous`];
	return { dir, folder, fresh, previous, last: `${folder}.last.json`, lock: `${folder}.lock` };
}

/** The mirror that a folder is inside; undefined if there is none. */
function mirrorAround(folder: string): string | undefined {
	const above = dirname(folder);
	if (above === folder) return undefined;
	const has = (name: string): boolean => existsSync(join(above, name));
	// Other tools make a provenance.json too.
	return has(MARK) || (has(PROVENANCE) && has(SUMS)) ? above : mirrorAround(above);
}

/** Whether a folder holds a whole state. */
function isState(folder: string): boolean {
	return existsSync(join(folder, PROVENANCE));
}

/**
 * Moves the state before back if a run was killed while there was no DIR. Throws a MirrorError if a run would
 * replace anything else than a mirror.
 */
export function checkPlace({ dir, folder, fresh, previous }: MirrorPlace): void {
	if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw new MirrorError(`${dir}: is a symbolic link; name the folder that it leads to`);
	}
	if (!existsSync(folder) && isState(previous)) renameSync(previous, folder);
	for (const one of [folder, fresh]) removeEmpty(one, dir);
	const isOurs = isState(folder);
	refuseForeign(dir, folder, isOurs);
	refuseForeign(`${dir}.new`, fresh, isOurs || isState(fresh) || existsSync(join(fresh, MARK)));
	refuseForeign(`${dir}.previous`, previous, isState(previous));
}

/** Removes a folder if it is empty. Throws a MirrorError for a mount point, before anything is fetched. */
function removeEmpty(folder: string, dir: string): void {
	try {
		rmdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EBUSY") return;
		throw new MirrorError(
			`${dir}: cannot be replaced as a whole, because it is a mount point; name a folder inside it`,
		);
	}
}

function refuseForeign(name: string, folder: string, isOurs: boolean): void {
	if (isOurs || !existsSync(folder)) return;
	throw new MirrorError(
		`${name}: is not a mirror (it has no ${PROVENANCE}), and a run would replace it; move it away, or name another place`,
	);
}
