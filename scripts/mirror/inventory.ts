/** What the mirror's folder contains now: files of its release, and files of the user's own. */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openStore } from "../tree/store.ts";
import { type FolderEntry, walk } from "./disk.ts";
import { MirrorError } from "./errors.ts";
import { type DeclaredFile, isIntact } from "./file-content.ts";
import type { MirrorRecord } from "./record.ts";
import { POINTER, type Release, readPointer, readRelease } from "./release.ts";
import { type UserFiles, userFilesIn } from "./user-files.ts";

export interface Inventory {
	/** Undefined if the folder is empty or does not exist. */
	readonly kind: MirrorRecord["kind"] | undefined;
	/** The files of the release that exist, by path, including the pointer. */
	readonly files: ReadonlyMap<string, DeclaredFile>;
	/** All files of the release, whether they exist or not, by path. */
	readonly declared: ReadonlyMap<string, DeclaredFile>;
	readonly own: UserFiles;
}

const EMPTY: Inventory = {
	kind: undefined,
	files: new Map(),
	declared: new Map(),
	own: { files: [], folders: [], immovable: [] },
};

/**
 * Lists what `live` contains. Hashes files only if the record is all there is to go by.
 * Throws a MirrorError for a folder that is not a mirror, so that nobody's files are lost.
 */
export async function readInventory(
	live: string,
	record: MirrorRecord | undefined,
	name: string,
): Promise<Inventory> {
	if (!existsSync(live) || readdirSync(live).length === 0) return EMPTY;
	const found = walk(live);
	const release = await liveRelease(live);
	const entries = release?.files ?? (await recordedFiles(live, record, found));
	const kind = release === undefined ? record?.kind : "release";
	if (entries.length === 0) {
		throw new MirrorError(
			`${name}: contains files, but no release that this tool knows (no ${POINTER} with the files that it leads to); name a new or empty folder`,
		);
	}
	const declared = new Map(entries.map((entry) => [entry.path, entry]));
	const files = new Map<string, DeclaredFile>();
	for (const { path, kind } of found) {
		const entry = declared.get(path);
		if (kind === "file" && entry !== undefined) files.set(path, entry);
	}
	return { kind, files, declared, own: userFilesIn(found, declared) };
}

/**
 * The recorded files that belong to the mirror. The folder may have been deleted since it was
 * recorded, and another may have taken its name. If most recorded files are intact it is still the
 * same folder, and even the corrupt ones belong to the mirror. Otherwise only intact files do.
 */
async function recordedFiles(
	live: string,
	record: MirrorRecord | undefined,
	found: readonly FolderEntry[],
): Promise<readonly DeclaredFile[]> {
	if (record === undefined) return [];
	const existing = new Set(found.map(({ path }) => path));
	const intact: DeclaredFile[] = [];
	for (const entry of record.files) {
		if (!existing.has(entry.path)) continue;
		if (await isIntact(join(live, entry.path), entry)) intact.push(entry);
	}
	return intact.length > record.files.length / 2 ? record.files : intact;
}

/** The release of a folder; undefined if its pointer leads to none. Files that only have to exist are not read. */
export async function liveRelease(folder: string): Promise<Release | undefined> {
	try {
		const text = await readFile(join(folder, POINTER), "utf8");
		const pointer = await readPointer(text, POINTER);
		const store = openStore((path) => readFile(join(folder, path)));
		return pointer && (await readRelease({ pointer, text }, store, (path) => path));
	} catch {
		return undefined;
	}
}

/** What happens to files that the next release does not have: the user's own stay unless `deletes`. */
export function leftovers(
	{ files, own }: Inventory,
	paths: ReadonlySet<string>,
	deletes: boolean,
): { readonly own: number; readonly deleted: readonly string[] } {
	const mine = [...own.files, ...own.immovable];
	const dropped = [...files.keys()].filter((path) => !paths.has(path));
	return deletes
		? { own: 0, deleted: [...dropped, ...mine].sort() }
		: { own: mine.length, deleted: dropped.sort() };
}
