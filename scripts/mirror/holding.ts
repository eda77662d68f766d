/** What the folder of a mirror holds now: files of its release, and files that are the user's own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import { MirrorError } from "./failures.ts";
import { stateOf } from "./hash-file.ts";
import { type Own, ownIn } from "./own-files.ts";
import type { MirrorRecord } from "./record.ts";
import { LATEST, MANIFEST, type Pointer, readManifest, readPointer, sha256 } from "./release.ts";
import { type Found, walk } from "./walk.ts";

export interface Holding {
	/** What made the folder what it is; undefined while it is empty or not there. */
	readonly kind: MirrorRecord["kind"] | undefined;
	/** The files of the release that are there, by path, the pointer and the manifest among them. */
	readonly files: ReadonlyMap<string, FileEntry>;
	/** Every file of the release, there or not, by path. */
	readonly declared: ReadonlyMap<string, FileEntry>;
	readonly own: Own;
}

const NOTHING: Holding = {
	kind: undefined,
	files: new Map(),
	declared: new Map(),
	own: { files: [], folders: [], immovable: [] },
};

/**
 * Reads what `live` holds. Its files are not checked, but where only the record says what they are.
 * Throws a MirrorError for a folder that no mirror made, so that nothing of anybody's is lost.
 */
export async function readHolding(
	live: string,
	record: MirrorRecord | undefined,
	name: string,
): Promise<Holding> {
	if (!existsSync(live) || readdirSync(live).length === 0) return NOTHING;
	const found = walk(live);
	const release = readRelease(live);
	const entries = release?.files ?? (await vouchedFor(live, record, found));
	const kind = release === undefined ? record?.kind : "release";
	if (entries.length === 0) {
		throw new MirrorError(
			`${name}: holds files, but no release that this tool knows (no ${LATEST} with its ${MANIFEST}); name a new or empty folder`,
		);
	}
	const declared = new Map(entries.map((entry) => [entry.path, entry]));
	const files = new Map<string, FileEntry>();
	for (const { path, kind } of found) {
		const entry = declared.get(path);
		if (kind === "file" && entry !== undefined) files.set(path, entry);
	}
	return { kind, files, declared, own: ownIn(found, declared) };
}

/**
 * The recorded files that are the mirror's. A record says what was there once: the folder may have been
 * deleted since, and another have taken its name. It is still the same one when most of what is recorded
 * is there, and then the rest is the mirror's too, spoilt as it may be; else only what is as recorded is.
 */
async function vouchedFor(
	live: string,
	record: MirrorRecord | undefined,
	found: readonly Found[],
): Promise<readonly FileEntry[]> {
	if (record === undefined) return [];
	const there = new Set(found.map(({ path }) => path));
	const whole: FileEntry[] = [];
	for (const entry of record.files) {
		const isWhole = there.has(entry.path) && (await stateOf(join(live, entry.path), entry));
		if (isWhole === "whole") whole.push(entry);
	}
	return whole.length > record.files.length / 2 ? record.files : whole;
}

/** The release that a folder says it holds: every file, the two that describe it included. */
export function readRelease(folder: string): { build: string; files: FileEntry[] } | undefined {
	const manifestText = readText(folder, MANIFEST);
	if (manifestText === undefined) return undefined;
	const pointerText = readText(folder, LATEST) ?? "";
	try {
		const pointer = pointerIn(pointerText, manifestText);
		const { build, files } = readManifest(manifestText, pointer, MANIFEST);
		const latest = pointer === undefined ? SPOILT_POINTER : entryOf(LATEST, pointerText);
		return { build, files: [...files, entryOf(MANIFEST, manifestText), latest] };
	} catch {
		return undefined;
	}
}

/** A manifest names its own list by `build`, so that a release is known even without its pointer. */
const SPOILT_POINTER: FileEntry = { path: LATEST, bytes: 0, sha256: "" };

function readText(folder: string, path: string): string | undefined {
	try {
		return readFileSync(join(folder, path), "utf8");
	} catch {
		return undefined;
	}
}

/** The pointer to this very manifest, if it is one. */
function pointerIn(text: string, manifestText: string): Pointer | undefined {
	try {
		const pointer = readPointer(text, LATEST);
		return pointer?.manifest.sha256 === sha256(manifestText) ? pointer : undefined;
	} catch {
		return undefined;
	}
}

/** A file with this text. */
export function entryOf(path: string, text: string): FileEntry {
	return { path, bytes: Buffer.byteLength(text), sha256: sha256(text) };
}
