/**
 * `DIR.new`: the files of the state that a run is making. If the run is killed, the next one continues with
 * what is there. Files that DIR has too are hard links. Every file is hashed, whether it is new or not.
 */
import { createHash } from "node:crypto";
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
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ListedFile } from "../tree/listed-files.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import { MARK, type MirrorPlace } from "./place.ts";
import { hashOf, unlessFails } from "./provenance.ts";

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** Compares what was written with what was wanted, and throws an error if they differ. */
type Check = (written: {
	readonly file: string;
	readonly bytes: number;
	readonly sha256: string;
}) => Promise<void> | void;

/** Begins the names of files that are being written. */
const DRAFT = ".draft-";
/** The mode of all files: DIR and DIR.previous share them as hard links, so nobody may write into them. */
const READ_ONLY = 0o444;

export class Unfinished {
	readonly folder: string;
	readonly #held: string;
	/** The hashes of the files in the folder, by path. */
	readonly #hashes = new Map<string, string>();
	/** The files that DIR has too. */
	readonly #linked = new Set<string>();
	/** The files that this run has written. */
	readonly #saved = new Set<string>();
	/** Files that came from the source. */
	fetched = 0;
	#drafts = 0;

	constructor({ folder, fresh }: MirrorPlace) {
		this.folder = fresh;
		this.#held = folder;
		for (const name of existsSync(fresh) ? readdirSync(fresh) : []) {
			if (name.startsWith(DRAFT)) rmSync(join(fresh, name), { recursive: true });
		}
	}

	/** Whether the folder has a file. Links it from DIR if it can. */
	has(wanted: ListedFile): boolean {
		const { path, sha256 } = wanted;
		if (this.#hashes.get(path) === sha256) return true;
		const [file, held] = [this.pathOf(path), join(this.#held, path)];
		if (!isLike(file, wanted)) {
			if (!isLike(held, wanted)) return false;
			this.#makeRoom(path);
			link(held, file);
			this.#linked.add(path);
		}
		this.#hashes.set(path, sha256);
		return true;
	}

	/** Whether DIR has the same file as this folder. */
	isHeld(path: string): boolean {
		const [file, sha256] = [join(this.#held, path), this.hashOf(path)];
		return this.#linked.has(path) || isLike(file, { path, sha256 });
	}

	/** The number of these files that were here before this run. */
	keptOf(paths: readonly string[]): number {
		return paths.filter((path) => !this.#saved.has(path)).length;
	}

	/** Writes a file, and checks it if it comes from the source. Returns its hash. Writes nothing if the check throws. */
	async save(path: string, content: Content, check?: Check): Promise<string> {
		const file = this.newDraft();
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
			await check?.({ file, bytes, sha256 });
			this.#makeRoom(path);
			renameSync(file, this.pathOf(path));
			this.#hashes.set(path, sha256);
			this.#linked.delete(path);
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

	/** A new path in the folder, for something that is not part of the state. */
	newDraft(): string {
		if (this.#drafts === 0) {
			mkdirSync(this.folder, { recursive: true });
			writeFileSync(join(this.folder, MARK), "");
		}
		return join(this.folder, `${DRAFT}${this.#drafts++}`);
	}

	pathOf(path: string): string {
		return join(this.folder, path);
	}

	/** The hash of a file that the folder has. */
	hashOf(path: string): string {
		return this.#hashes.get(path) ?? "";
	}

	/** Removes what this run or an interrupted one has fetched, if it is not needed. */
	removeAllBut(paths: ReadonlySet<string>): void {
		for (const path of filesBelow(this.folder).keys()) {
			if (!paths.has(path)) rmSync(this.pathOf(path));
		}
	}

	/** Makes the folder of a file, and removes anything at its path. */
	#makeRoom(path: string): void {
		const file = this.pathOf(path);
		mkdirSync(dirname(file), { recursive: true });
		rmSync(file, { recursive: true, force: true });
	}
}

function isLike(file: string, { sha256, bytes }: ListedFile): boolean {
	const stats = unlessFails(() => lstatSync(file));
	if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return false;
	return hashOf(file) === sha256;
}

function link(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and all limit how many a file has.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
	}
}
