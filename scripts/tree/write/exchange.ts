/**
 * Replaces a folder with a new one that was written beside it, so that readers see either the old or the new one
 * as a whole, and repairs the state after a run was killed halfway.
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
 * Moves `target`, if it exists, to `old`, and `fresh` to `target`, and keeps the mode and owner. Changes nothing
 * if either move fails.
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

/** Moves `old` back if an exchange was killed between its moves, even if there is a new, empty `target`. */
export function putBack(target: string, old: string): void {
	if (!isFolder(old)) return;
	if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
		if (!isFolder(target) || readdirSync(target).length > 0) return;
		rmdirSync(target);
	}
	moveFolder(old, target);
}

/**
 * Moves a folder, even one that its owner has made read-only: its entry `..` changes, which requires write
 * permission.
 */
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

/**
 * Whether a folder is a mount point. Renaming a folder into itself always fails, but for a mount point it fails
 * as a move to another file system.
 */
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

/** Whether a path is a folder, and not only a link to one. */
export function isFolder(path: string): boolean {
	try {
		return lstatSync(path).isDirectory();
	} catch {
		return false;
	}
}

/** Gives a folder the owner and mode of the old folder, but writable until it is in place. */
function takeOn(fresh: string, { uid, gid, mode }: Stats): void {
	try {
		chownSync(fresh, uid, gid);
	} catch {
		// Only root may change the owner.
	}
	chmodSync(fresh, mode | 0o700);
}

/** Follows the links in a path whose last folders do not have to exist. */
export function realPath(path: string): string {
	const absolute = resolve(path);
	try {
		// On file systems that ignore case, the native function returns the spelling on disk.
		return realpathSync.native(absolute);
	} catch {
		const above = dirname(absolute);
		return above === absolute ? absolute : join(realPath(above), basename(absolute));
	}
}
