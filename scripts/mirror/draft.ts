/**
 * The next release while a run puts it together, in a folder of its own that no reader sees. A killed
 * run leaves its draft to the next one, which checks what is in it.
 */
import { createHash } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	existsSync,
	linkSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import { removeFolder, renameFolder } from "../tree/write/folder-changes.ts";
import {
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	SUMS,
	sha256,
	sumsText,
} from "./fixity.ts";
import {
	flush,
	flushFolder,
	nextName,
	type Place,
	pointTo,
	prune,
	removeDiscarded,
} from "./place.ts";
import type { WantedFile } from "./release.ts";

/** Releases share unchanged files as hard links, so nobody may write into them. */
const READ_ONLY = 0o444;

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
type Wanted = Omit<WantedFile, "path">;

/** The content of a file is not what it must be. */
export class WrongContent extends Error {}

export class Draft {
	/** The hashes of the files so far, by path. */
	readonly hashes = new Map<string, string>();
	readonly #place: Place;
	readonly #folders = new Set<string>();
	readonly #writes = new Set<Promise<unknown>>();
	#isClosed = false;
	/** Whether a killed run has left it. */
	readonly isResumed: boolean;

	/** To be called by the holder of the lock. */
	constructor(place: Place) {
		this.#place = place;
		removeDiscarded(place);
		this.isResumed = existsSync(place.draft);
		mkdirSync(place.draft, { recursive: true });
	}

	/** Takes over a file that a killed run has left in the draft. Returns false unless it is right. */
	resume({ path, sha256: wanted }: WantedFile): boolean {
		const hash = this.isResumed ? hashOf(this.#at(path)) : undefined;
		if (!hash?.startsWith(wanted)) return false;
		this.hashes.set(path, hash);
		return true;
	}

	/** Writes a file. Throws WrongContent, and keeps nothing, if it is not what is wanted. */
	async write(path: string, chunks: Chunks, wanted?: Wanted): Promise<FileEntry> {
		const written = this.#write(path, chunks, wanted);
		this.#writes.add(written);
		return await written.finally(() => this.#writes.delete(written));
	}

	/** Waits until nobody writes any more: the next draft is in the same folder. */
	async close(): Promise<void> {
		this.#isClosed = true;
		await Promise.allSettled(this.#writes);
	}

	async #write(path: string, chunks: Chunks, wanted?: Wanted): Promise<FileEntry> {
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

	/** Puts a file of an earlier release, or of this one, into the draft without using space twice. */
	link(path: string, from: string, sha256: string): void {
		const file = this.#roomFor(path);
		try {
			linkSync(from, file);
		} catch {
			// Some file systems have no hard links, and all limit how many a file has.
			copyFileSync(from, file, constants.COPYFILE_EXCL);
		}
		this.hashes.set(path, sha256);
	}

	/** Takes a file out again. */
	remove(path: string): void {
		rmSync(this.#at(path));
		this.hashes.delete(path);
	}

	/** Where a file of the draft lies. */
	#at(path: string): string {
		return join(this.#place.draft, path);
	}

	/** Removes the draft with all that is in it. */
	discard(): void {
		removeFolder(this.#place.draft);
	}

	/** Makes the draft a release, and the current one. Returns its name. */
	publish(provenance: Provenance, keep: number): string {
		const { draft, releases } = this.#place;
		this.keepOnly(this.hashes);
		this.writeText(PROVENANCE, provenanceText(provenance));
		const sums = sumsText(this.hashes);
		this.writeText(SUMS, sums);
		flush(draft);
		const name = nextName(this.#place, sums);
		renameFolder(draft, join(releases, name));
		flushFolder(releases);
		pointTo(this.#place, name);
		prune(this.#place, keep);
		return name;
	}

	writeText(path: string, text: string): void {
		writeFileSync(this.#roomFor(path), text, { flag: "wx", mode: READ_ONLY });
		this.hashes.set(path, sha256(text));
	}

	/** Makes the folder of a file, and removes what a killed run has left in its place. */
	#roomFor(path: string): string {
		this.#refuseClosed();
		const file = this.#at(path);
		const folder = dirname(file);
		if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
		if (this.isResumed) rmSync(file, { recursive: true, force: true });
		return file;
	}

	#refuseClosed(): void {
		if (this.#isClosed) throw new Error(`${this.#place.draft}: is closed`);
	}

	/** Removes what a killed run has left at other paths. */
	keepOnly(paths: ReadonlyMap<string, unknown>): void {
		if (!this.isResumed) return;
		const { draft } = this.#place;
		for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
			const file = join(entry.parentPath, entry.name);
			const path = file.slice(draft.length + 1).replaceAll("\\", "/");
			if (!entry.isDirectory() && !paths.has(path)) rmSync(file);
		}
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
