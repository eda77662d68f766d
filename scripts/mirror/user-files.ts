/** Files that the user has put into the mirror: never lost, and carried over at every switch. */
import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { shown } from "../console/text.ts";
import { copyAccess, type FolderEntry, linkOrCopy, walk } from "./disk.ts";
import { MirrorError } from "./errors.ts";
import { foldersOf } from "./file-path.ts";
import type { Workspace } from "./workspace-paths.ts";

/** Paths that belong to no release. */
export interface UserFiles {
	/** Files and links. */
	readonly files: readonly string[];
	/** Empty folders. */
	readonly folders: readonly string[];
	/** Pipes and the like, which cannot be carried over. */
	readonly immovable: readonly string[];
}

/** @param declared paths of the release */
export function userFilesIn(
	found: readonly FolderEntry[],
	declared: ReadonlyMap<string, unknown>,
): UserFiles {
	const released = new Set([...declared.keys()].flatMap(foldersOf));
	const paths = (...kinds: FolderEntry["kind"][]): string[] =>
		found
			.filter(({ kind }) => kinds.includes(kind))
			.map(({ path }) => path)
			.sort();
	const isDeclaredFile = new Set(found.flatMap((f) => (f.kind === "file" ? [f.path] : [])));
	return {
		files: paths("file", "link").filter(
			(path) => !(declared.has(path) && isDeclaredFile.has(path)),
		),
		folders: paths("folder").filter((path) => !released.has(path)),
		immovable: paths("other"),
	};
}

/**
 * Throws a MirrorError that lists all files that would be lost: those where the release has a file,
 * and those that cannot be carried over.
 */
export function refuseLoss(own: UserFiles, wanted: readonly string[], name: string): void {
	const files = new Set(wanted);
	const folders = new Set(wanted.flatMap(foldersOf));
	const refuse = (what: string, paths: readonly string[]): void => {
		if (paths.length === 0) return;
		const list = paths.map((path) => `  ${shown(path)}`).join("\n");
		throw new MirrorError(
			`${name}: contains ${what}; move them away, or delete them with --delete:\n${list}`,
		);
	};
	refuse(
		"files or links of your own where the release has files",
		own.files.filter(
			(path) => files.has(path) || folders.has(path) || foldersOf(path).some((f) => files.has(f)),
		),
	);
	refuse(
		"entries that cannot be carried over (not a file, folder or link, or a name that is not UTF-8)",
		own.immovable,
	);
}

/**
 * Stages the user's files as they are now, which may have changed since the run began.
 * Throws a MirrorError if some of them would be lost.
 * @param declared paths of the live release
 * @param wanted paths of the staged release
 */
export function carryOver(
	{ live, staging, name }: Workspace,
	declared: ReadonlyMap<string, unknown>,
	wanted: readonly string[],
): void {
	const own = userFilesIn(lstatSync(live, { throwIfNoEntry: false }) ? walk(live) : [], declared);
	refuseLoss(own, wanted, name);
	for (const path of own.files) carryFile(join(live, path), join(staging, path));
	const taken = new Set(wanted);
	const folders = own.folders.filter(
		(path) => ![...foldersOf(path), path].some((p) => taken.has(p)),
	);
	for (const path of folders) mkdirSync(join(staging, path), { recursive: true });
	const all = new Set([...folders, ...[...folders, ...own.files].flatMap(foldersOf)]);
	// Innermost first: an outer folder may be closed to us.
	for (const path of [...all].sort().reverse()) copyAccess(join(live, path), join(staging, path));
}

function carryFile(source: string, target: string): void {
	if (lstatSync(source).isSymbolicLink()) {
		mkdirSync(dirname(target), { recursive: true });
		symlinkSync(readlinkSync(source), target);
	} else linkOrCopy(source, target);
}
