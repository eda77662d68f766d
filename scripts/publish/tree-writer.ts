/** Writes the files of a tree, and remembers the size and hash of each for the manifest. */
import { hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { withFile } from "../console/user-error.ts";
import { type FileEntry, lengthInManifest } from "../tree/manifest.ts";
import { NAME_LENGTH, type StoreFolder, storePath } from "../tree/store.ts";

/** In one piece or several. */
type FileContent = string | Uint8Array | Iterable<Uint8Array>;

/** Files written before other events get their turn: some milliseconds of work. */
const FILES_A_TURN = 100;

/** Uses synchronous calls, which take less than half the CPU time of promises for many small files. */
export class TreeWriter {
	readonly #root: string;
	readonly #folders = new Set<string>();
	readonly #entries: FileEntry[] = [];
	readonly #unlisted = new Set<string>();
	#storeBytes = 0;
	#manifestLength = 0;
	readonly #signal: AbortSignal | undefined;

	/** @param signal if aborted, the next file throws the signal's reason */
	constructor(root: string, signal?: AbortSignal) {
		this.#root = root;
		this.#signal = signal;
	}

	/** Sorts every file so far by path. */
	sortedFiles(): FileEntry[] {
		return this.#entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
	}

	/** Sorts the files for the manifest: neither in the store nor for a host. */
	sortedListed(): FileEntry[] {
		return this.sortedFiles().filter(({ path }) => !this.#unlisted.has(path));
	}

	/** The bytes of a file; undefined if there is none so far. */
	sizeOf(path: string): number | undefined {
		return this.#entries.find((entry) => entry.path === path)?.bytes;
	}

	get storeBytes(): number {
		return this.#storeBytes;
	}

	get count(): number {
		return this.#entries.length;
	}

	/** What the manifest will say of the files so far, in characters. */
	get manifestLength(): number {
		return this.#manifestLength;
	}

	/** Writes a file, in one piece or several. `path` may start with a slash. */
	write(path: string, content: FileContent): FileEntry {
		const bytes = bytesOf(content);
		const entry = this.#write(path, bytes, hash("sha256", bytes));
		this.#manifestLength += lengthInManifest(entry);
		return entry;
	}

	#write(path: string, content: Uint8Array, sha256: string): FileEntry {
		this.#signal?.throwIfAborted();
		const name = path.replace(/^\//, "");
		const target = join(this.#root, name);
		namingFile(target, () => {
			this.#ensureFolder(dirname(target));
			const file = openSync(target, "wx");
			writeAll(file, content);
			closeSync(file);
		});
		const entry = { path: name, bytes: content.length, sha256 };
		this.#entries.push(entry);
		return entry;
	}

	/** Writes a file of the store. Returns its name. */
	async store(folder: StoreFolder, content: FileContent, extension?: string): Promise<string> {
		const bytes = bytesOf(content);
		const sha256 = hash("sha256", bytes);
		const name = sha256.slice(0, NAME_LENGTH);
		const path = storePath(folder, name, extension).slice(1);
		if (this.#unlisted.has(path)) return name;
		this.#unlisted.add(this.#write(path, bytes, sha256).path);
		this.#storeBytes += bytes.length;
		await this.pause();
		return name;
	}

	/** Lets other events have their turn now and then, without which Ctrl-C is not noticed. */
	async pause(): Promise<void> {
		if (this.count % FILES_A_TURN === 0) await setImmediate();
	}

	/** Writes a file that the manifest does not list. */
	writeUnlisted(path: string, content: FileContent): void {
		const bytes = bytesOf(content);
		this.#unlisted.add(this.#write(path, bytes, hash("sha256", bytes)).path);
	}

	#ensureFolder(folder: string): void {
		if (this.#folders.has(folder)) return;
		mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
	}
}

function bytesOf(content: FileContent): Uint8Array {
	if (typeof content === "string") return Buffer.from(content);
	return content instanceof Uint8Array ? content : Buffer.concat([...content]);
}

const ELSE = ", or choose another --out (what was published before is unchanged)";

/** Writes, and says to which file if that fails. */
export function namingFile(path: string, write: () => void): void {
	try {
		write();
	} catch (error) {
		throw withFile(path, error, ELSE);
	}
}

/** A single call may write only part of the data, for example if the disk is full; the next call then throws. */
function writeAll(file: number, data: Uint8Array): void {
	for (let at = 0; at < data.length; ) at += writeSync(file, data, at);
}
