/**
 * Puts a folder that was written beside another into its place, so that readers see one or the other as a
 * whole, and puts right what a killed run left in the middle of that.
 */
import {
	chmodSync,
	chownSync,
	lstatSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	type Stats,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Moves `target`, if it is there, to `old`, and `fresh` to `target`, which keeps its mode and owner. Changes
 * nothing if it fails to move either.
 */
export function exchange(target: string, fresh: string, old: string): void {
	const before = lstatSync(target, { throwIfNoEntry: false });
	if (before !== undefined) {
		takeOn(fresh, before);
		moveFolder(target, old);
	}
	try {
		moveFolder(fresh, target);
	} catch (error) {
		if (before !== undefined) renameSync(old, target);
		throw error;
	}
	if (before !== undefined) chmodSync(target, before.mode);
}

/** Moves `old` back if an exchange was killed while it was away, even if `target` was made again, but is empty. */
export function putBack(target: string, old: string): void {
	if (!isFolder(old)) return;
	if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
		if (!isFolder(target) || readdirSync(target).length > 0) return;
		rmdirSync(target);
	}
	moveFolder(old, target);
}

/** Moves a folder, even one that its owner has made read-only: its entry `..` changes, which counts as writing. */
export function moveFolder(from: string, to: string): void {
	const { mode } = lstatSync(from);
	const isReadOnly = (mode & 0o200) === 0;
	if (isReadOnly) chmodSync(from, mode | 0o200);
	try {
		renameSync(from, to);
	} catch (error) {
		if (isReadOnly) chmodSync(from, mode);
		throw error;
	}
}

/** Renaming a folder into itself is refused in any case, and for a mount point as a move to another file system. */
export function isMountPoint(folder: string): boolean {
	try {
		renameSync(folder, join(folder, "x"));
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EXDEV";
	}
	return false;
}

/** Deletes a folder, even if its owner has made it read-only. */
export function removeFolder(folder: string): void {
	const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	try {
		remove();
	} catch (error) {
		if (!["EACCES", "EPERM"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
		chmodSync(folder, 0o700);
		for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
			if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
		}
		remove();
	}
}

/** Whether there is a folder, and not only a link to one. */
export function isFolder(path: string): boolean {
	try {
		return lstatSync(path).isDirectory();
	} catch {
		return false;
	}
}

/** Gives a folder the owner and the mode of another, writable until it is in its place. */
function takeOn(fresh: string, { uid, gid, mode }: Stats): void {
	try {
		chownSync(fresh, uid, gid);
	} catch {
		// Only root may give a folder away.
	}
	chmodSync(fresh, mode | 0o700);
}

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
