/**
 * Replaces a published tree as a whole. A build writes into `.dist.staging-XXXXXX/new` beside `dist`, moves the
 * old tree to `old` in that folder and the new tree into its place, and deletes the rest. If the build is killed
 * between the two moves, the next build moves the old tree back.
 */
import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { someOf } from "../catalogue/problems.ts";
import { makeFolders } from "../console/make-folders.ts";
import { UserError } from "../console/user-error.ts";
import { HOST_TOOLS } from "../hosts/host.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import {
	exchange,
	isFolder,
	moveFolder,
	putBack,
	realPath,
	removeFolder,
} from "../tree/write/exchange.ts";
import { isMarked, type Mark, mark } from "../tree/write/mark.ts";
import { filesBelow, isLitter, treeIn, writtenForHosts } from "../tree/write/own-tree.ts";
import { unlessFails } from "../tree/write/read-file.ts";

/** Writes a tree with `write`, and replaces `out` with it if that succeeds. Throws as `checkOutput` does. */
export async function replaceTree<T>(
	out: string,
	dataDir: string,
	write: (folder: string, old: Pointer | undefined) => Promise<T>,
): Promise<T> {
	const { target, pointer } = await checkOutput(out, dataDir);
	const staging = namingOut(out, () => {
		makeFolders(dirname(target));
		const made = mkdtempSync(stagingPrefix(target));
		mark(made, markOf(target));
		return made;
	});
	const [fresh, old] = [join(staging, "new"), join(staging, "old")];
	try {
		const result = await write(fresh, pointer);
		const putInPlace = (): void => {
			refuseAbandoned(out, staging, target);
			exchange(target, fresh, old);
			for (const name of HOST_TOOLS) {
				if (existsSync(join(old, name))) renameSync(join(old, name), join(target, name));
			}
		};
		namingOut(out, putInPlace);
		return result;
	} finally {
		discard(staging, target);
	}
}

/**
 * Throws UserError if `out` cannot be replaced, or if replacing it would delete anything that no build
 * wrote.
 * @param dataDir the catalogue's folder
 * @returns the real path of the output folder, and the pointer of the tree in it
 */
async function checkOutput(
	out: string,
	dataDir: string,
): Promise<{ target: string; pointer: Pointer | undefined }> {
	const target = realPath(out);
	namingOut(out, () => recover(target));
	if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw new UserError(
			`--out ${out}: is a symbolic link to a folder that does not exist; create that folder, or delete the link`,
		);
	}
	refuseOverlap(target, realPath(dataDir));
	return { target, pointer: await refuseForeign(target) };
}

/** The age at which a staging folder is considered abandoned: longer than any build takes. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Moves back a tree that a killed build moved aside, and deletes the staging folders of such builds. */
function recover(target: string): void {
	const [parent, prefix] = [dirname(target), stagingPrefix(target)];
	const siblings = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
	for (const staging of siblings) {
		if (!staging.startsWith(prefix) || !isMarked(staging, markOf(target))) continue;
		const touched = statSync(staging, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
		putBack(target, join(staging, "old"));
		if (Date.now() - touched > ABANDONED_MS) discard(staging, target);
	}
}

function stagingPrefix(target: string): string {
	return join(dirname(target), `.${basename(target)}.staging-`);
}

function markOf(target: string): Mark {
	return { what: "what a build by Instants writes, until it is finished", of: basename(target) };
}

/**
 * A build that was suspended for a day, for example on a laptop, has lost the files it wrote before, and must not
 * publish the rest.
 */
function refuseAbandoned(out: string, staging: string, target: string): void {
	if (isMarked(staging, markOf(target))) return;
	throw new UserError(
		`--out ${out}: another build has deleted the files of this build, which had not finished within a day; build again`,
	);
}

/**
 * Deletes a staging folder, unless the only tree is in it. Files that cannot be deleted are left to a later
 * build.
 */
function discard(staging: string, target: string): void {
	const old = join(staging, "old");
	if (existsSync(old) && !existsSync(target)) return;
	// Renamed first, so that a half-deleted tree is never moved back.
	unlessFails(() => moveFolder(old, join(staging, "gone")));
	unlessFails(() => removeFolder(staging));
}

/** Names the option in errors, since the system may name a different path. */
function namingOut<T>(out: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof UserError) throw error;
		const { code = "", message } = error as NodeJS.ErrnoException;
		throw new UserError(
			code === "EBUSY" || code === "EXDEV"
				? `--out ${out}: cannot be replaced as a whole, because it is a mount point or part of a container's image (${code}); choose a folder inside it`
				: `--out ${out}: cannot be used (${message}); choose another folder`,
		);
	}
}

function refuseOverlap(target: string, data: string): void {
	if (contains(data, target)) {
		throw new UserError(
			`--out ${target}: is inside the data folder ${data}, where the next build would read it as data; choose a folder elsewhere`,
		);
	}
	const inside = [data, process.cwd()].find((folder) => contains(target, folder));
	if (inside !== undefined) {
		throw new UserError(
			`--out ${target}: contains ${inside}, which the build must not replace; choose a separate folder`,
		);
	}
}

/** Whether a path is in a folder, or is the folder itself. */
function contains(folder: string, path: string): boolean {
	const way = relative(folder, path);
	// On Windows, there is no relative path from one drive to another.
	return !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Throws unless the folder is empty, or contains nothing but a published tree. Returns its pointer. */
async function refuseForeign(target: string): Promise<Pointer | undefined> {
	if (!existsSync(target) || (isFolder(target) && readdirSync(target).length === 0)) {
		return undefined;
	}
	const { pointer, paths, isWhole } = await treeIn(target);
	if (pointer === undefined) {
		throw new UserError(
			`--out ${target}: is not a published tree (it has no valid ${POINTER_PATH.slice(1)}), and the build would replace all of it; choose a new or empty folder`,
		);
	}
	const forHosts = writtenForHosts(target);
	const theirs = [...filesBelow(target).keys()]
		.filter((path) => !paths.has(path) && !forHosts.has(path) && !isLitter(path))
		.filter((path) => !HOST_TOOLS.some((name) => path.split("/")[0] === name))
		.sort();
	if (theirs.length === 0) return pointer;
	const holds = `--out ${target}: holds ${someOf(theirs)}, which`;
	if (!isWhole) {
		throw new UserError(
			`${holds} this build would delete; the tree there is damaged and does not list these files; move the folder elsewhere, or choose another folder`,
		);
	}
	throw new UserError(
		`${holds} no build wrote and this build would delete; move the folder elsewhere, or choose another folder`,
	);
}
