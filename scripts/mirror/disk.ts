/** What the mirror does to files and folders on the disk. Links are never followed. */
import {
	chmodSync,
	chownSync,
	copyFileSync,
	type Dirent,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { MirrorError } from "./errors.ts";

export interface FolderEntry {
	/** Relative to the folder that was listed, with slashes. */
	readonly path: string;
	/**
	 * `folder` means an empty one. `other` can be neither copied nor linked: a pipe, a socket, a
	 * device, or a name that is not UTF-8 and so cannot be opened by the name that was read.
	 */
	readonly kind: "file" | "link" | "folder" | "other";
}

/**
 * Lists files, links, empty folders and anything else below `root`, in no particular order. A glob
 * would not do: the user's own files may have any name, even one with line breaks.
 */
export function walk(root: string): FolderEntry[] {
	const found: FolderEntry[] = [];
	const waiting = [""];
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		const entries = readdirSync(join(root, folder), { withFileTypes: true });
		if (entries.length === 0 && folder !== "") found.push({ path: folder, kind: "folder" });
		for (const entry of entries) {
			const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
			const kind = kindOf(entry, join(root, path));
			if (kind === "folder") waiting.push(path);
			else found.push({ path, kind });
		}
	}
	return found;
}

function kindOf(entry: Dirent, file: string): FolderEntry["kind"] {
	// Bytes that are not UTF-8 are read as U+FFFD, and no file has that name.
	const isReadable =
		!entry.name.includes("\ufffd") || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
	if (!isReadable) return "other";
	if (entry.isDirectory()) return "folder";
	if (entry.isFile()) return "file";
	return entry.isSymbolicLink() ? "link" : "other";
}

/** Removes a folder unless it holds something or does not exist. */
export function removeIfEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// It is not empty, or not there.
	}
}

/** Puts a file in a second place without using space twice, where the file system has hard links. */
export function linkOrCopy(source: string, target: string): void {
	makeRoom(target);
	try {
		linkSync(source, target);
	} catch {
		copyFileSync(source, target);
	}
}

/** Makes an independent copy. */
export function copy(source: string, target: string): void {
	makeRoom(target);
	copyFileSync(source, target);
}

function makeRoom(target: string): void {
	mkdirSync(dirname(target), { recursive: true });
	rmSync(target, { force: true, recursive: true });
}

/** Gives a folder the mode of another, and its owner if we are allowed to. */
export function copyAccess(source: string, target: string): void {
	const { mode, uid, gid } = statSync(source);
	// Changing the owner clears the set-group-ID bit, so it comes first.
	if (process.getuid?.() === 0) chownSync(target, uid, gid);
	chmodSync(target, mode & 0o7777);
}

/** The suffix of a file that is still being written. */
export const UNFINISHED = ".new";

/** Replaces a file as a whole or not at all, and never writes through a link. */
export function writeAtomically(file: string, text: string): void {
	const unfinished = `${file}${UNFINISHED}`;
	rmSync(unfinished, { force: true });
	writeFileSync(unfinished, text, { flag: "wx" });
	renameSync(unfinished, file);
}

/**
 * Turns the error of a full or read-only disk into one that says what it means for the mirror.
 * @param hasMirror whether `folder` already holds a mirror
 */
export function explainDiskError(error: unknown, folder: string, hasMirror: boolean): unknown {
	if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
	const code = String(error.code);
	const reason = DISK_ERRORS[code];
	if (reason === undefined) return error;
	const state = hasMirror
		? "the files published there are unchanged"
		: "nothing is published there yet";
	const next = OUT_OF_SPACE.includes(code) ? ", and the next run continues from here" : "";
	return new MirrorError(`${folder}: ${reason} (${error.message}); ${state}${next}`);
}

/** These strike in the middle of the work, so that some of it is kept; the others at the start. */
const OUT_OF_SPACE: readonly string[] = ["ENOSPC", "EDQUOT", "EFBIG"];

const NOT_WRITABLE =
	"is not writable for this user; grant write permission to it and to the folder above";

const DISK_ERRORS: Readonly<Record<string, string>> = {
	ENOSPC: "the disk is full; free some space",
	EDQUOT: "the disk quota is used up; free some space",
	EFBIG: "a file is larger than this system allows",
	EROFS: "the disk is read-only",
	EACCES: NOT_WRITABLE,
	EPERM: NOT_WRITABLE,
};
