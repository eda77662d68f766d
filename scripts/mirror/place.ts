/**
 * The two folders of a mirror: DIR, and `DIR.mirror` beside it, in which runs work. Anything that no run has
 * written is never moved or deleted, whatever its name: `of.json` marks `DIR.mirror` as ours, and `held.ts`
 * recognises DIR.
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { shown } from "../console/text.ts";
import { UserError, withFile } from "../console/user-error.ts";
import { isMountPoint, realPath } from "../tree/write/exchange.ts";
import { isMarked, MARK_FILE, type Mark, mark } from "../tree/write/mark.ts";
import { textOf, unlessFails } from "../tree/write/read-file.ts";

export interface MirrorPlace {
	/** DIR as the user wrote it, for messages, and as an absolute path without links. */
	readonly dir: string;
	readonly folder: string;
	/** `DIR.mirror`, and the previous state in it. */
	readonly work: string;
	readonly previous: string;
	/** The record of the last mirrored state. It is outside DIR, which people may move or delete. */
	readonly last: string;
	readonly lock: string;
}

/**
 * The paths of a mirror. Throws a UserError if DIR is a link or a mount point, or is inside another mirror, whose
 * next run would delete it.
 */
export function placeOf(dir: string): MirrorPlace {
	if (unlessFails(() => lstatSync(resolve(dir)))?.isSymbolicLink()) {
		throw new UserError(`${dir}: is a symbolic link; use the folder that it points to`);
	}
	const folder = realPath(dir);
	const outer = mirrorAround(folder);
	if (outer !== undefined) {
		throw new UserError(
			`${dir}: is inside the mirror ${outer}, whose runs replace everything in it; choose a folder outside that mirror`,
		);
	}
	if (isMountPoint(folder)) {
		throw new UserError(
			`${dir}: is a mount point, which cannot be replaced as a whole; choose a folder inside it`,
		);
	}
	const work = `${folder}.mirror`;
	const [previous, last, lock] = ["previous", "last.json", "lock"].map((name) => join(work, name));
	return { dir, folder, work, previous, last, lock } as MirrorPlace;
}

const markOf = (folder: string): Mark => ({
	what: "the work folder of instants mirror, beside the folder that it mirrors into",
	of: basename(folder),
});

/** The mirror or work folder that contains a folder; undefined if there is none. */
export function mirrorAround(folder: string): string | undefined {
	if (isMarked(folder, markOf(folder.replace(/\.mirror$/, "")))) return folder;
	const above = dirname(folder);
	if (above === folder) return undefined;
	return isMarked(`${above}.mirror`, markOf(above)) ? above : mirrorAround(above);
}

/** Whether a work folder has no mark yet, because a run was killed at its very first step or the disk was full. */
function isUnmarked(work: string): boolean {
	return (
		readdirSync(work).every((name) => name === MARK_FILE) && textOf(join(work, MARK_FILE)) === ""
	);
}

/** Why a run cannot use this path for one of its folders; undefined if it can. */
function faultAt(path: string): string | undefined {
	const stats = unlessFails(() => lstatSync(path));
	if (stats === undefined) return undefined;
	if (stats.isSymbolicLink()) return `${path}: is a symbolic link`;
	if (!stats.isDirectory()) return `${path}: is not a folder`;
	return isMountPoint(path) ? `${path}: is a mount point` : undefined;
}

/** Whether there is a work folder. Throws a UserError if there is something else at its path. */
export function hasWorkFolder({ dir, folder, work, previous }: MirrorPlace): boolean {
	let fault = faultAt(work);
	const isThere = existsSync(work);
	if (isThere && fault === undefined) {
		const isOurs = isUnmarked(work) || isMarked(work, markOf(folder));
		const said = `${work}: has no ${MARK_FILE} that marks it as belonging to a mirror`;
		fault = isOurs ? faultAt(previous) : `${said} ${shown(basename(folder))}`;
	}
	if (fault === undefined) return isThere;
	throw new UserError(
		`${fault}, so it cannot be used for a mirror in ${dir}; move it elsewhere, or mirror into another folder`,
	);
}

/** Creates and marks the work folder, if it is missing. Throws a UserError. */
export function makeWorkFolder(place: MirrorPlace): void {
	const { folder, work } = place;
	let above = dirname(folder);
	while (!existsSync(above)) above = dirname(above);
	try {
		// Runs rename DIR and the work folder inside this folder, even if both already exist.
		accessSync(above, constants.W_OK);
		mkdirSync(work, { recursive: true });
	} catch (error) {
		throw withFile(above, error);
	}
	hasWorkFolder(place);
	// Runs that begin at the same time write the same mark.
	if (isUnmarked(work)) mark(work, markOf(folder));
}
