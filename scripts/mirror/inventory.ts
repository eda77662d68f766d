/** What the mirror's folder contains now: files of its release, and files of the user's own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import type { Pointer } from "../tree/pointer.ts";
import { type FolderEntry, walk } from "./disk.ts";
import { MirrorError } from "./errors.ts";
import { sha256, stateOf, textEntry } from "./file-content.ts";
import type { MirrorRecord } from "./record.ts";
import { MANIFEST, POINTER, readManifest, readPointer } from "./release.ts";
import { type UserFiles, userFilesIn } from "./user-files.ts";

export interface Inventory {
	/** Undefined if the folder is empty or does not exist. */
	readonly kind: MirrorRecord["kind"] | undefined;
	/** The files of the release that exist, by path, including the pointer and the manifest. */
	readonly files: ReadonlyMap<string, FileEntry>;
	/** All files of the release, whether they exist or not, by path. */
	readonly declared: ReadonlyMap<string, FileEntry>;
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
	const release = readRelease(live);
	const entries = release?.files ?? (await recordedFiles(live, record, found));
	const kind = release === undefined ? record?.kind : "release";
	if (entries.length === 0) {
		throw new MirrorError(
			`${name}: contains files, but no release that this tool knows (no ${POINTER} with its ${MANIFEST}); name a new or empty folder`,
		);
	}
	const declared = new Map(entries.map((entry) => [entry.path, entry]));
	const files = new Map<string, FileEntry>();
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
): Promise<readonly FileEntry[]> {
	if (record === undefined) return [];
	const existing = new Set(found.map(({ path }) => path));
	const intact: FileEntry[] = [];
	for (const entry of record.files) {
		if (!existing.has(entry.path)) continue;
		if ((await stateOf(join(live, entry.path), entry)) === "intact") intact.push(entry);
	}
	return intact.length > record.files.length / 2 ? record.files : intact;
}

/** The release that a folder declares, including the pointer and the manifest themselves. */
export function readRelease(folder: string): { build: string; files: FileEntry[] } | undefined {
	const manifestText = readText(folder, MANIFEST);
	if (manifestText === undefined) return undefined;
	const pointerText = readText(folder, POINTER) ?? "";
	try {
		const pointer = pointerTo(manifestText, pointerText);
		const { build, files } = readManifest(manifestText, pointer, MANIFEST);
		const latest = pointer === undefined ? CORRUPT_POINTER : textEntry(POINTER, pointerText);
		return { build, files: [...files, textEntry(MANIFEST, manifestText), latest] };
	} catch {
		return undefined;
	}
}

/** A manifest contains the id of its own build, so the release is known even without its pointer. */
const CORRUPT_POINTER: FileEntry = { path: POINTER, bytes: 0, sha256: "" };

function readText(folder: string, path: string): string | undefined {
	try {
		return readFileSync(join(folder, path), "utf8");
	} catch {
		return undefined;
	}
}

/** Undefined if the text is not a pointer, or is the pointer to another manifest. */
function pointerTo(manifestText: string, text: string): Pointer | undefined {
	try {
		const pointer = readPointer(text, POINTER);
		return pointer?.manifest.sha256 === sha256(manifestText) ? pointer : undefined;
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
