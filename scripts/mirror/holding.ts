/** What the folder of a mirror holds now: files of its release, and files that are the user's own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { shown } from "../catalogue/problems.ts";
import type { FileEntry } from "../publish/tree-writer.ts";
import { MirrorError } from "./failures.ts";
import { foldersOf } from "./file-path.ts";
import type { MirrorRecord } from "./record.ts";
import { LATEST, MANIFEST, readManifest, readPointer, sha256 } from "./release.ts";

export interface Holding {
	/** The files of the release that are there, by path, the pointer and the manifest among them. */
	readonly files: ReadonlyMap<string, FileEntry>;
	/** Paths of files, and of links, that are of no release. */
	readonly own: readonly string[];
}

const NOTHING: Holding = { files: new Map(), own: [] };

/**
 * Reads what `live` holds; its files are not checked.
 * Throws a MirrorError for a folder that no mirror made, so that nothing of anybody's is lost.
 */
export function readHolding(live: string, record: MirrorRecord | undefined, name: string): Holding {
	if (!existsSync(live) || readdirSync(live).length === 0) return NOTHING;
	const entries = readRelease(live) ?? record?.files;
	if (entries === undefined) {
		throw new MirrorError(
			`${name}: holds files, but no release that this tool knows (no ${LATEST} with its ${MANIFEST}); name a new or empty folder`,
		);
	}
	const declared = new Map(entries.map((entry) => [entry.path, entry]));
	const files = new Map<string, FileEntry>();
	const own: string[] = [];
	for (const { path, isFile } of filesAndLinks(live)) {
		const entry = declared.get(path);
		if (isFile && entry !== undefined) files.set(path, entry);
		else own.push(path);
	}
	return { files, own };
}

/** Every file of the release that a folder says it holds, the two that describe it included. */
export function readRelease(folder: string): FileEntry[] | undefined {
	try {
		const pointerText = readFileSync(join(folder, LATEST), "utf8");
		const manifestText = readFileSync(join(folder, MANIFEST), "utf8");
		const pointer = readPointer(pointerText, LATEST);
		if (pointer?.manifest.sha256 !== sha256(manifestText)) return undefined;
		return [
			...readManifest(manifestText, pointer, MANIFEST),
			entryOf(MANIFEST, manifestText),
			entryOf(LATEST, pointerText),
		];
	} catch {
		return undefined;
	}
}

/** A file with this text. */
export function entryOf(path: string, text: string): FileEntry {
	return { path, bytes: Buffer.byteLength(text), sha256: sha256(text) };
}

/** Everything in a folder but folders, links not followed. */
export function filesAndLinks(folder: string): { path: string; isFile: boolean }[] {
	return fastGlob
		.sync("**", {
			cwd: folder,
			dot: true,
			onlyFiles: false,
			followSymbolicLinks: false,
			objectMode: true,
		})
		.filter(({ dirent }) => !dirent.isDirectory())
		.map(({ path, dirent }) => ({ path, isFile: dirent.isFile() }));
}

/**
 * Refuses a release that has files where the user has some: neither may be lost.
 * Throws a MirrorError that names them all.
 */
export function refuseClashes(
	own: readonly string[],
	wanted: readonly string[],
	name: string,
): void {
	const files = new Set(wanted);
	const folders = new Set(wanted.flatMap(foldersOf));
	const clashing = own.filter(
		(path) => files.has(path) || folders.has(path) || foldersOf(path).some((f) => files.has(f)),
	);
	if (clashing.length === 0) return;
	const list = clashing.map((path) => `  ${shown(path)}`).join("\n");
	throw new MirrorError(
		`${name}: holds files or links of your own where the release has files; move them away, or delete them with --delete:\n${list}`,
	);
}
