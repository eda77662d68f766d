/** The next release while a run puts it together, in a folder of its own that no reader sees. */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	linkSync,
	mkdirSync,
	openSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import { removeFolder, renameFolder } from "../tree/write/folder-changes.ts";
import type { HeldFile } from "./fixity.ts";
import { PROVENANCE, type Provenance, provenanceText, SUMS, sha256, sumsText } from "./fixity.ts";
import { flushFolder, nextNumber, type Place, pointTo, prune } from "./place.ts";
import type { WantedFile } from "./release.ts";

/** Releases share unchanged files as hard links, so nobody may write into them. */
const READ_ONLY = 0o444;

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
type Wanted = Omit<WantedFile, "path">;

/** The content of a file is not what it must be. */
export class WrongContent extends Error {}

export class Draft {
	readonly folder: string;
	/** The hashes of the files so far, by path. */
	readonly hashes = new Map<string, string>();
	readonly #folders = new Set<string>();
	#isClosed = false;

	/** @param parent the folder of the run */
	constructor(parent: string) {
		this.folder = join(parent, randomUUID());
		mkdirSync(this.folder);
	}

	/** Writes a file. Throws WrongContent, and keeps nothing, if it is not what is wanted. */
	async write(path: string, chunks: Chunks, wanted?: Wanted): Promise<FileEntry> {
		const file = this.#roomFor(path);
		const hash = createHash("sha256");
		let bytes = 0;
		const handle = openSync(file, "wx", READ_ONLY);
		try {
			for await (const chunk of chunks) {
				this.#refuseClosed();
				const data = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
				hash.update(data);
				bytes += data.length;
				for (let at = 0; at < data.length; ) at += writeSync(handle, data, at);
			}
			const digest = hash.digest("hex");
			refuseUnwanted({ bytes, sha256: digest }, wanted);
			this.hashes.set(path, digest);
			return { path, bytes, sha256: digest };
		} catch (error) {
			rmSync(file, { force: true });
			throw error;
		} finally {
			closeSync(handle);
		}
	}

	/** Puts a file that is here already into the draft without using space twice. */
	link(path: string, { file: from, sha256 }: HeldFile): void {
		const file = this.#roomFor(path);
		try {
			linkSync(from, file);
		} catch {
			// Some file systems have no hard links, and all limit how many a file has.
			copyFileSync(from, file, constants.COPYFILE_EXCL);
		}
		this.hashes.set(path, sha256);
	}

	writeText(path: string, text: string): void {
		writeFileSync(this.#roomFor(path), text, { flag: "wx", mode: READ_ONLY });
		this.hashes.set(path, sha256(text));
	}

	/** Takes a file out again. */
	remove(path: string): void {
		rmSync(join(this.folder, path));
		this.hashes.delete(path);
	}

	/** Whatever is still being fetched is not written any more. */
	close(): void {
		this.#isClosed = true;
	}

	/** Removes the draft with all that is in it. */
	discard(): void {
		this.close();
		removeFolder(this.folder);
	}

	/** Makes the draft a release, and the current one. Returns its name. */
	publish(place: Place, provenance: Provenance, keep: number): string {
		this.writeText(PROVENANCE, provenanceText(provenance));
		const sums = sumsText(this.hashes);
		this.writeText(SUMS, sums);
		flush(this.folder);
		const name = `${nextNumber(place)}-${sha256(sums).slice(0, 16)}`;
		renameFolder(this.folder, join(place.releases, name));
		flushFolder(place.releases);
		pointTo(place, name);
		prune(place, keep);
		return name;
	}

	#roomFor(path: string): string {
		this.#refuseClosed();
		const file = join(this.folder, path);
		const folder = dirname(file);
		if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
		return file;
	}

	#refuseClosed(): void {
		if (this.#isClosed) throw new Error(`${this.folder}: is closed`);
	}
}

function refuseUnwanted(content: Omit<FileEntry, "path">, wanted?: Wanted): void {
	if (wanted === undefined) return;
	if (wanted.bytes !== undefined && content.bytes !== wanted.bytes) {
		throw new WrongContent(`has ${content.bytes} bytes, not the ${wanted.bytes} declared`);
	}
	if (!content.sha256.startsWith(wanted.sha256)) {
		throw new WrongContent(`has SHA-256 ${content.sha256}, not ${wanted.sha256}`);
	}
}

/**
 * Waits until everything in a folder is on the disk. One call for the whole file system takes a tenth of
 * the time of one for each file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	const isDone = spawnSync("sync", ["-f", folder]).status === 0;
	if (!isDone) spawnSync("sync");
}
