/**
 * `new-RANDOM` in the work folder: the state that this run is making, in `files`, and all else that it needs on
 * the way. Files that DIR or the state before have too are hard links. Every file is hashed before it counts.
 */
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
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
import { MirrorError } from "../download/errors.ts";
import type { ListedFile } from "../tree/listed-files.ts";
import { exchange, moveFolder, putBack, removeFolder } from "../tree/write/exchange.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import { IRREPLACEABLE, type MirrorPlace } from "./place.ts";
import { hashOf, unlessFails } from "./provenance.ts";

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** Compares what was written with what was wanted, and throws an error if they differ. */
type Check = (written: { readonly bytes: number; readonly sha256: string }) => void;

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

/** Puts right what runs left that were killed while they exchanged states. Returns whether DIR may be another now. */
export function recover(place: MirrorPlace): boolean {
	const ofRuns = foldersIn(place.work, "new");
	for (const ofRun of ofRuns) {
		for (const old of foldersIn(ofRun, "old")) putBack(place.folder, old);
		settle(place, ofRun);
	}
	return ofRuns.length > 0;
}

/** Makes the state that was in DIR the state before. The one before that goes with the folder of the run. */
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
	readonly #hashes = new Map<string, string>();
	/** The files that DIR has too. */
	readonly #linked = new Set<string>();
	/** The files that this run has written. */
	readonly #saved = new Set<string>();
	/** Files that came from the source. */
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
		const isLeft = unlessFails(() => lstatSync(this.#files)) !== undefined;
		if (isLeft) renameSync(this.#files, newPath(this.#folder, "left"));
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
		const { path, sha256, bytes } = wanted;
		if (this.#hashes.get(path) === sha256) return true;
		const { folder, previous } = this.#place;
		const [held, before] = [join(folder, path), join(previous, path)];
		const left = this.#left.get(sha256);
		const isLeft = left !== undefined && [undefined, statSync(left).size].includes(bytes);
		const isHeld = await isLike(held, wanted);
		const source = isHeld ? held : isLeft ? left : before;
		if (source === before && !(await isLike(before, wanted))) return false;
		link(source, this.#roomFor(path));
		if (isHeld) this.#linked.add(path);
		this.#hashes.set(path, sha256);
		return true;
	}

	/** Whether DIR has the same file as the state. */
	async isHeld(path: string): Promise<boolean> {
		const file = { path, sha256: this.hashOf(path) };
		return this.#linked.has(path) || (await isLike(join(this.#place.folder, path), file));
	}

	/** The number of these files that were here before this run. */
	keptOf(paths: readonly string[]): number {
		return paths.filter((path) => !this.#saved.has(path)).length;
	}

	/** Writes a file, and checks it if it comes from the source. Returns its hash. Writes nothing if the check throws. */
	async save(path: string, content: Content, check?: Check): Promise<string> {
		const file = newPath(this.#folder, "draft");
		const digest = createHash("sha256");
		let bytes = 0;
		const handle = openSync(file, "wx", READ_ONLY);
		try {
			for await (const piece of content) {
				digest.update(piece);
				bytes += Buffer.byteLength(piece);
				writeFileSync(handle, piece);
			}
			const sha256 = digest.digest("hex");
			check?.({ bytes, sha256 });
			renameSync(file, this.#roomFor(path));
			this.#hashes.set(path, sha256);
			this.#saved.add(path);
			if (check !== undefined) this.fetched++;
			return sha256;
		} catch (error) {
			rmSync(file, { force: true });
			throw error;
		} finally {
			closeSync(handle);
		}
	}

	pathOf(path: string): string {
		return join(this.#files, path);
	}

	/** The hash of a file of the state. */
	hashOf(path: string): string {
		return this.#hashes.get(path) ?? "";
	}

	/** Throws a MirrorError unless the disk holds these files under their names, and nothing else. */
	expectOnly(paths: readonly string[]): void {
		const [wanted, found] = [new Set(paths), filesBelow(this.#files)];
		const missing = paths.filter((path) => !found.get(path));
		const extra = [...found.keys()].filter((path) => !wanted.has(path));
		const faults = [
			...(missing.length > 0 ? [`${someOf(missing)} is missing`] : []),
			...(extra.length > 0 ? [`${someOf(extra)} is too much`] : []),
		];
		if (faults.length === 0) return;
		throw new MirrorError(
			`${this.#place.dir}: is unchanged, because the disk does not keep names apart or as they are (${faults.join("; ")}); mirror to another disk`,
		);
	}

	/** Writes the record of the last state. */
	remember(record: string | Uint8Array): void {
		const draft = newPath(this.#folder, "draft");
		writeFileSync(draft, record);
		renameSync(draft, this.#place.last);
	}

	/**
	 * Waits until everything in the file system is on the disk, which takes a tenth of the time of one call per
	 * file. https://www.gnu.org/software/coreutils/sync
	 */
	async flush(): Promise<void> {
		const run = promisify(execFile);
		await run("sync", ["-f", this.#files])
			.catch(() => run("sync"))
			.catch(() => {});
	}

	/** Puts the state in the place of DIR. Throws a MirrorError if DIR cannot be moved. */
	putInPlace(): void {
		const { dir, folder } = this.#place;
		try {
			exchange(folder, this.#files, newPath(this.#folder, "old"));
		} catch (error) {
			const isFixed = ["EBUSY", "EXDEV"].includes(String((error as NodeJS.ErrnoException).code));
			throw isFixed ? new MirrorError(`${dir}: ${IRREPLACEABLE}`) : error;
		}
		settle(this.#place, this.#folder);
	}

	/** Removes everything but the state, when it is in its place or not needed. */
	remove(): void {
		// What cannot be deleted is left to the next run.
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
	if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return false;
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
