/**
 * The two folders of a mirror: DIR, and `DIR.mirror` beside it, in which runs work. What no run has made is
 * never moved or deleted, whatever its name: `of.json` marks the one as ours, `held.ts` knows the other.
 */
import {
	accessSync,
	constants,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { shown } from "../console/text.ts";
import { withFile } from "../console/user-error.ts";
import { MirrorError } from "../download/errors.ts";
import { isFolder } from "../tree/write/exchange.ts";
import { realPath } from "../tree/write/real-path.ts";
import { contentOf, parsed, unlessFails } from "./provenance.ts";

export interface MirrorPlace {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** DIR as an absolute path without links. */
	readonly folder: string;
	/** `DIR.mirror`. */
	readonly work: string;
	/** The state before. */
	readonly previous: string;
	/** The record of the last state that was held. It lies beside DIR, which people may move or delete. */
	readonly last: string;
	readonly lock: string;
}

/** Throws a MirrorError if DIR is a link or a mount point, or inside another mirror, whose next run would delete it. */
export function placeOf(dir: string): MirrorPlace {
	if (unlessFails(() => lstatSync(resolve(dir)))?.isSymbolicLink()) {
		throw new MirrorError(`${dir}: is a symbolic link; name the folder that it leads to`);
	}
	const folder = realPath(dir);
	const outer = mirrorAround(folder);
	if (outer !== undefined) {
		throw new MirrorError(
			`${dir}: is inside the mirror ${outer}, whose runs replace everything in it; name a folder outside it`,
		);
	}
	if (isMountPoint(folder)) throw new MirrorError(`${dir}: ${IRREPLACEABLE}`);
	const work = `${folder}.mirror`;
	const [previous, last, lock] = ["previous", "last.json", "lock"].map((name) => join(work, name));
	return { dir, folder, work, previous, last, lock } as MirrorPlace;
}

export const IRREPLACEABLE =
	"cannot be replaced as a whole, because it is a mount point, or part of a container's image; name a folder inside it";

/** Renaming a folder into itself is refused in any case, and for a mount point as a move to another file system. */
function isMountPoint(folder: string): boolean {
	try {
		renameSync(folder, join(folder, "x"));
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EXDEV";
	}
	return false;
}

/** The file in `DIR.mirror` that says what it is, and of which mirror. */
const MARK = "of.json";
const WHAT = "the work folder of instants mirror, beside the folder that it mirrors into";

/** The name of the mirror that a work folder belongs to; undefined if the folder is none. */
function markIn(work: string): string | undefined {
	const { what, of } = Object(parsed(String(contentOf(join(work, MARK)))));
	return what === WHAT && typeof of === "string" ? of : undefined;
}

/** The mirror or the work folder that a folder is inside; undefined if there is none. */
export function mirrorAround(folder: string): string | undefined {
	if (markIn(folder) !== undefined) return folder;
	const above = dirname(folder);
	if (above === folder) return undefined;
	return markIn(`${above}.mirror`) === basename(above) ? above : mirrorAround(above);
}

/** A run that was killed at its very first step leaves a work folder with nothing in it, which may be marked. */
function isUnmarked(work: string): boolean {
	return readdirSync(work).every((name) => name === MARK) && !contentOf(join(work, MARK))?.length;
}

/** Why a run cannot use what has the name of one of its folders; undefined if it can, or if nothing is there. */
function faultAt(path: string): string | undefined {
	const stats = unlessFails(() => lstatSync(path));
	if (stats === undefined) return undefined;
	if (stats.isSymbolicLink()) return "is a symbolic link";
	if (!stats.isDirectory()) return "is not a folder";
	return isMountPoint(path) ? "is a mount point" : undefined;
}

function markFault({ folder, work }: MirrorPlace): string | undefined {
	if (!existsSync(work) || isUnmarked(work)) return undefined;
	const [of, name] = [markIn(work), basename(folder)];
	if (of === name) return undefined;
	return of === undefined
		? `was not made by a run (it has no ${MARK} that says so)`
		: `belongs to the mirror ${shown(of)}, as its ${MARK} says (if you have renamed both, write ${shown(name)} there)`;
}

/** Whether there is a work folder. Throws a MirrorError if there is anything else in its place. */
export function hasWorkFolder(place: MirrorPlace): boolean {
	const { dir, work, previous } = place;
	const faults = [
		[work, faultAt(work) ?? markFault(place)],
		[previous, faultAt(previous)],
	] as const;
	for (const [path, fault] of faults) {
		if (fault === undefined) continue;
		throw new MirrorError(
			`${path}: ${fault}, so a mirror in ${dir} cannot use it; move it away, or mirror into another folder`,
		);
	}
	return existsSync(work);
}

/** Makes and marks the work folder, if it is not there. Throws a MirrorError. */
export function makeWorkFolder(place: MirrorPlace): void {
	const { folder, work } = place;
	const parent = dirname(folder);
	try {
		mkdirSync(parent, { recursive: true });
		// Both folders are moved in it, however long they have been there.
		accessSync(parent, constants.W_OK);
		if (!existsSync(work)) mkdirSync(work);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(work)) {
			throw new MirrorError((withFile(parent, error) as Error).message);
		}
	}
	hasWorkFolder(place);
	// Two runs that begin together write the same.
	const mark = `${JSON.stringify({ what: WHAT, of: basename(folder) })}\n`;
	if (isUnmarked(work)) writeFileSync(join(work, MARK), mark);
}
