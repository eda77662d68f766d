/**
 * `new-RANDOM` in the work folder: the state that this run is making, in `files`, and all else that it needs on
 * the way. Files that DIR or the state before have too are hard links. Every file is hashed before it counts.
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

/** The mode of all files: DIR and the state before share them as hard links, so nobody may write into them. */
const READ_ONLY = 0o444;

type Kind = "new" | "old" | "gone" | "left" | "draft";

/** The folders of a kind. Links are none of ours. */
function foldersIn(parent: string, kind: Kind): string[] {
	return readdirSync(parent, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name.startsWith(`${kind}-`))
		.map(({ name }) => join(parent, name));
}

function newPath(parent: string, kind: Kind): string {
	return join(parent, `${kind}-${randomUUID()}`);
}

/** Repairs what runs left behind that were killed while they exchanged states. Returns whether DIR may be another now. */
export function recover(place: MirrorPlace): boolean {
	const ofRuns = foldersIn(place.work, "new");
	for (const ofRun of ofRuns) {
		for (const old of foldersIn(ofRun, "old")) putBack(place.folder, old);
		settle(place, ofRun);
	}
	return ofRuns.length > 0;
}

/** Makes the state that was in DIR the previous one. The one before that goes with the folder of the run. */
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
	/** What interrupted runs left, by hash. */
	readonly #left = new Map<string, string>();
	/** The hashes of the files of the state, by path. */
	readonly hashes = new Map<string, string>();
	/** The numbers of files that are those of DIR, of those that were written, and of those that were fetched. */
	held = 0;
	saved = 0;
	fetched = 0;

	/** Takes over what an interrupted run left, by one rename: if that run still works, it fails from then on. */
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

	/** Hashes what was taken over. What it was called, and where it lay, does not matter. */
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

	/** Whether the state has a file. Links it if it is here. */
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

	/** Adds a file that came in another way, if it is not here. */
	async add(path: string, text: string): Promise<void> {
		const sha256 = digestOf(text);
		if (!(await this.has({ path, sha256 }))) await this.save(path, [text]);
	}

	/**
	 * Writes a file. Returns its hash.
	 * @param check throws an error if a file from the source is not what was wanted, and then none is written
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

	/** Puts the state in the place of DIR, once it is on the disk. Throws a UserError if that mixes up names. */
	async putInPlace(record: string, checkLock: () => void): Promise<void> {
		const { dir, folder } = this.#place;
		const found = filesBelow(this.#files);
		const missing = [...this.hashes.keys()].filter((path) => !found.delete(path));
		if (missing.length + found.size > 0) {
			throw new UserError(
				`${dir}: is unchanged, because the disk mixes up or changes file names (missing: ${someOf(missing)}; extra: ${someOf([...found.keys()])}); mirror to another disk`,
			);
		}
		// One call for all files takes a tenth of the time. https://www.gnu.org/software/coreutils/sync
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

	/** Removes the rest. What cannot be deleted is left to the next run. */
	remove(): void {
		unlessFails(() => removeFolder(this.#folder));
	}

	/** The path at which the state shall have a file, in a folder that is there. */
	#roomFor(path: string): string {
		// Makes the folder of this run no second time if another run has taken it over.
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
		// Some file systems have no hard links, and all limit how many a file has.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
	}
}
