/** What the user put into the folder of a mirror: it is never lost, and goes along at every switch. */
import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { shown } from "../console/text.ts";
import { keepAccess } from "./access.ts";
import { MirrorError } from "./failures.ts";
import { foldersOf } from "./file-path.ts";
import type { Workspace } from "./layout.ts";
import { placeLinked } from "./place.ts";
import { type Found, walk } from "./walk.ts";

/** Paths of what is of no release. */
export interface Own {
	/** Files and links. */
	readonly files: readonly string[];
	/** Empty folders. */
	readonly folders: readonly string[];
	/** Pipes and the like, which only a rename could take along. */
	readonly immovable: readonly string[];
}

/** What of a folder is of no release. */
export function ownIn(found: readonly Found[], declared: ReadonlyMap<string, unknown>): Own {
	const released = new Set([...declared.keys()].flatMap(foldersOf));
	const paths = (...kinds: Found["kind"][]): string[] =>
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

/** All paths that somebody may miss. */
export function pathsOf({ files, immovable }: Own): string[] {
	return [...files, ...immovable].sort();
}

/**
 * Refuses a release that has files where the user has some, and what could not be taken along: neither
 * may be lost. Throws a MirrorError that names them all.
 */
export function refuseLoss(own: Own, wanted: readonly string[], name: string): void {
	const files = new Set(wanted);
	const folders = new Set(wanted.flatMap(foldersOf));
	const refuse = (what: string, paths: readonly string[]): void => {
		if (paths.length === 0) return;
		const list = paths.map((path) => `  ${shown(path)}`).join("\n");
		throw new MirrorError(
			`${name}: holds ${what}; move them away, or delete them with --delete:\n${list}`,
		);
	};
	refuse(
		"files or links of your own where the release has files",
		own.files.filter(
			(path) => files.has(path) || folders.has(path) || foldersOf(path).some((f) => files.has(f)),
		),
	);
	refuse(
		"what cannot be taken along at a switch (no file, folder or link, or a name that is not UTF-8)",
		own.immovable,
	);
}

/**
 * Stages what is the user's own as it is now, which may be more than when the run began.
 * Throws a MirrorError when some of it could be lost.
 * @param wanted paths of the release that is staged
 */
export function carryOver(
	{ live, staging, name }: Workspace,
	declared: ReadonlyMap<string, unknown>,
	wanted: readonly string[],
): void {
	const own = ownIn(lstatSync(live, { throwIfNoEntry: false }) ? walk(live) : [], declared);
	refuseLoss(own, wanted, name);
	for (const path of own.files) carryFile(join(live, path), join(staging, path));
	const taken = new Set(wanted);
	const folders = own.folders.filter(
		(path) => ![...foldersOf(path), path].some((p) => taken.has(p)),
	);
	for (const path of folders) mkdirSync(join(staging, path), { recursive: true });
	const all = new Set([...folders, ...[...folders, ...own.files].flatMap(foldersOf)]);
	// The innermost first: an outer one may let nobody in.
	for (const path of [...all].sort().reverse()) keepAccess(join(live, path), join(staging, path));
}

function carryFile(source: string, target: string): void {
	if (lstatSync(source).isSymbolicLink()) {
		mkdirSync(dirname(target), { recursive: true });
		symlinkSync(readlinkSync(source), target);
	} else placeLinked(source, target);
}
