/**
 * `new-RANDOM` in the work folder: the state that this run is creating, in `files`, and temporary files. Files
 * that are also in DIR or the previous state are hard links. Every file's hash is checked before the file is
 * accepted.
 */

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
	constants,
	copyFileSync,
	existsSync,
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
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import { someOf } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";
import type { ListedFile } from "../tree/listed-files.ts";
import type { Digest } from "../tree/manifest.ts";
import { exchange, moveFolder, putBack, removeFolder } from "../tree/write/exchange.ts";
import { filesBelow } from "../tree/write/own-tree.ts";
import { digestOf, hashOf, unlessFails } from "../tree/write/read-file.ts";
import { writePieces } from "../tree/write/write-pieces.ts";
import type { MirrorPlace } from "./place.ts";

/** The mode of all files: DIR and the previous state share them as hard links, so nobody may write to them. */
const READ_ONLY = 0o444;

type Kind = "new" | "old" | "gone" | "left" | "draft";

/** The folders of a kind. Links are ignored: no run creates any. */
function foldersIn(parent: string, kind: Kind): string[] {
	return readdirSync(parent, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name.startsWith(`${kind}-`))
		.map(({ name }) => join(parent, name));
}

function newPath(parent: string, kind: Kind): string {
	return join(parent, `${kind}-${randomUUID()}`);
}

/** Repairs the work of runs that were killed while they exchanged states. Returns whether DIR may have changed. */
export function recover(place: MirrorPlace): boolean {
	const ofRuns = foldersIn(place.work, "new");
	for (const ofRun of ofRuns) {
		for (const old of foldersIn(ofRun, "old")) putBack(place.folder, old);
		settle(place, ofRun);
	}
	return ofRuns.length > 0;
}

/** Makes the old state of DIR the previous state. The older previous state is deleted with the run's folder. */
function settle({ previous }: MirrorPlace, ofRun: string): void {
	for (const old of foldersIn(ofRun, "old")) {
		if (readdirSync(old).length === 0) rmdirSync(old);
		else {
			if (existsSync(previous)) moveFolder(previous, newPath(ofRun, "gone"));
			moveFolder(old, previous);
		}
	}
}

export class Unfinished {
	readonly #place: MirrorPlace;
	readonly #folder: string;
	readonly #files: string;
	/** The files that interrupted runs left, by hash. */
	readonly #left = new Map<string, string>();
	/** The hashes of the new state's files, by path. */
	readonly hashes = new Map<string, string>();
	/** How many files are shared with DIR, how many were written, and how many of these were fetched. */
	held = 0;
	saved = 0;
	fetched = 0;

	/**
	 * Takes over the folder of an interrupted run by renaming it: if that run is still active, it fails from then
	 * on.
	 */
	constructor(place: MirrorPlace) {
		this.#place = place;
		const [first, ...others] = foldersIn(place.work, "new");
		this.#folder = newPath(place.work, "new");
		if (first === undefined) mkdirSync(this.#folder);
		else moveFolder(first, this.#folder);
		for (const other of others) moveFolder(other, newPath(this.#folder, "left"));
		this.#files = join(this.#folder, "files");
		unlessFails(() => rmdirSync(this.#files));
		unlessFails(() => renameSync(this.#files, newPath(this.#folder, "left")));
		mkdirSync(this.#files);
	}

	/** Hashes the files that were taken over, whatever their names and folders. */
	async gather(signal: AbortSignal): Promise<void> {
		for (const left of foldersIn(this.#folder, "left")) {
			for (const [path, isFile] of filesBelow(left)) {
				await breathe();
				signal.throwIfAborted();
				const sha256 = isFile ? await hashOf(join(left, path)) : undefined;
				if (sha256 !== undefined) this.#left.set(sha256, join(left, path));
			}
		}
	}

	/** Whether the new state has a file, after linking it from another state if possible. */
	async has(wanted: ListedFile): Promise<boolean> {
		const { path, sha256 } = wanted;
		if (this.hashes.get(path) === sha256) return true;
		const isHeld = await isLike(join(this.#place.folder, path), wanted);
		const left = this.#left.get(sha256);
		const before = join(this.#place.previous, path);
		if (!isHeld && left === undefined && !(await isLike(before, wanted))) return false;
		link(isHeld ? join(this.#place.folder, path) : (left ?? before), this.#roomFor(path));
		if (isHeld) this.held++;
		this.hashes.set(path, sha256);
		return true;
	}

	/** Writes a file from memory, unless the new state already has it. */
	async add(path: string, text: string): Promise<void> {
		const sha256 = digestOf(text);
		if (!(await this.has({ path, sha256 }))) await this.save(path, [text]);
	}

	/**
	 * Writes a file. Returns its hash.
	 * @param check throws an error if a file from the source is not as expected; then nothing is written
	 */
	async save(
		path: string,
		content: AsyncIterable<Uint8Array> | Iterable<string>,
		check?: (written: Digest) => void,
	): Promise<string> {
		const file = newPath(this.#folder, "draft");
		try {
			const written = await writePieces(file, content, READ_ONLY);
			check?.(written);
			renameSync(file, this.#roomFor(path));
			this.hashes.set(path, written.sha256);
			this.saved++;
			if (check !== undefined) this.fetched++;
			return written.sha256;
		} catch (error) {
			rmSync(file, { force: true });
			throw error;
		}
	}

	pathOf(path: string): string {
		return join(this.#files, path);
	}

	/**
	 * Replaces DIR with the new state once that state is on disk. Throws a UserError if the file system merges or
	 * alters names.
	 */
	async putInPlace(record: string, checkLock: () => void): Promise<void> {
		const { dir, folder } = this.#place;
		const found = filesBelow(this.#files);
		const missing = [...this.hashes.keys()].filter((path) => !found.delete(path));
		if (missing.length + found.size > 0) {
			throw new UserError(
				`${dir}: is unchanged, because its file system merges or alters file names (missing: ${someOf(missing)}; extra: ${someOf([...found.keys()])}); mirror to a different file system`,
			);
		}
		// One call for all files takes a tenth of the time of separate calls.
		// https://www.gnu.org/software/coreutils/sync
		const sync = (...args: string[]) => promisify(execFile)("sync", args);
		await sync("-f", this.#files).catch(() => sync().catch(() => {}));
		checkLock();
		this.remember(record);
		exchange(folder, this.#files, newPath(this.#folder, "old"));
		settle(this.#place, this.#folder);
	}

	/** Writes the record of the last state. */
	remember(record: string): void {
		const draft = newPath(this.#folder, "draft");
		writeFileSync(draft, record);
		renameSync(draft, this.#place.last);
	}

	/** Deletes the run's folder. Files that cannot be deleted are left to the next run. */
	remove(): void {
		unlessFails(() => removeFolder(this.#folder));
	}

	/** The path for a file of the new state. Creates its folder if necessary. */
	#roomFor(path: string): string {
		// If another run has taken over the folder of this run, it must not be created again.
		statSync(this.#folder);
		mkdirSync(dirname(this.pathOf(path)), { recursive: true });
		return this.pathOf(path);
	}
}

async function isLike(file: string, { sha256, bytes }: ListedFile): Promise<boolean> {
	const stats = unlessFails(() => lstatSync(file));
	if (!stats?.isFile() || stats.size !== (bytes ?? stats.size)) return false;
	return (await hashOf(file)) === sha256;
}

function link(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and all of them limit the number of links to a file.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
	}
}
