/**
 * `DIR.new`: the files of the state that a run is making. If the run is killed, the next one continues with
 * what is there. Files that DIR has too are hard links. Every file is hashed, whether it is new or not.
 */
import { createHash } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { MARK, type MirrorPlace, namesIn } from "./place.ts";
import {
	filesBelow,
	hashOf,
	READ_ONLY,
	readSums,
	unlessFails,
	type WantedFile,
} from "./provenance.ts";

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** The content of a file is not what the release lists. */
export class WrongContent extends Error {}

/** A file being written. */
const DRAFT = ".draft-";

export class Unfinished {
	readonly folder: string;
	/** Whether DIR lacks a file that it should have, or has it damaged. */
	isRepair = false;
	readonly #held: string;
	/** What DIR should have. */
	readonly #sums: ReadonlyMap<string, string>;
	/** The hashes of the files in the folder, by path. */
	readonly #hashes = new Map<string, string>();
	#drafts = 0;

	constructor({ folder, fresh }: MirrorPlace) {
		this.folder = fresh;
		this.#held = folder;
		this.#sums = readSums(folder);
		for (const name of namesIn(fresh)) {
			if (name.startsWith(DRAFT)) rmSync(join(fresh, name), { recursive: true });
		}
	}

	/** Whether the folder has a file. Links it from DIR if it can. */
	has(wanted: WantedFile): boolean {
		const { path, sha256 } = wanted;
		if (this.#hashes.get(path) === sha256) return true;
		const [file, held] = [this.pathOf(path), join(this.#held, path)];
		const isHeld = isLike(held, wanted);
		if (!isHeld && this.#sums.get(path) === sha256) this.isRepair = true;
		if (!isLike(file, wanted)) {
			if (!isHeld) return false;
			this.#makeRoom(path);
			link(held, file);
		}
		this.#hashes.set(path, sha256);
		return true;
	}

	/** Writes a file. Returns its hash. Throws WrongContent, and writes nothing, if the content is not `wanted`. */
	async save(path: string, content: Content, wanted?: Omit<WantedFile, "path">): Promise<string> {
		const draft = this.newDraft();
		const digest = createHash("sha256");
		let bytes = 0;
		const handle = openSync(draft, "wx", READ_ONLY);
		try {
			for await (const piece of content) {
				const chunk = typeof piece === "string" ? Buffer.from(piece) : piece;
				digest.update(chunk);
				bytes += chunk.length;
				for (let at = 0; at < chunk.length; ) at += writeSync(handle, chunk, at);
			}
			const sha256 = digest.digest("hex");
			if (wanted?.bytes !== undefined && wanted.bytes !== bytes) {
				throw new WrongContent(`has ${bytes} bytes, not the ${wanted.bytes} declared`);
			}
			if (wanted !== undefined && wanted.sha256 !== sha256) {
				throw new WrongContent(`has SHA-256 ${sha256}, not ${wanted.sha256}`);
			}
			this.#makeRoom(path);
			renameSync(draft, this.pathOf(path));
			this.#hashes.set(path, sha256);
			return sha256;
		} catch (error) {
			rmSync(draft, { force: true });
			throw error;
		} finally {
			closeSync(handle);
		}
	}

	/** A new path in the folder, for what is not a part of the state. */
	newDraft(): string {
		if (this.#drafts === 0) {
			mkdirSync(this.folder, { recursive: true });
			writeFileSync(join(this.folder, MARK), "");
		}
		return join(this.folder, `${DRAFT}${this.#drafts++}`);
	}

	read(path: string): Buffer {
		return readFileSync(this.pathOf(path));
	}

	pathOf(path: string): string {
		return join(this.folder, path);
	}

	/** The hash of a file that the folder has. */
	hashOf(path: string): string {
		return this.#hashes.get(path) ?? "";
	}

	/** Removes what this run or an interrupted one has fetched, and does not need. */
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

function isLike(file: string, { sha256, bytes }: WantedFile): boolean {
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
