/** Writes the files of a tree, and remembers the size and hash of each for the manifest. */
import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { namingFile } from "../console/user-error.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { type StoreFolder, storePath } from "../tree/store.ts";

/** The content, in one piece or several. */
type FileContent = string | Uint8Array | Iterable<Uint8Array>;

/** How many files are written before other events can run. */
const FILES_A_TURN = 100;

/** Uses synchronous calls, which take less than half the CPU time of promises for many small files. */
export class TreeWriter {
	readonly #root: string;
	readonly #signal: AbortSignal | undefined;
	readonly #folders = new Set<string>();
	readonly #files: FileEntry[] = [];
	readonly #unlisted = new Set<string>();
	#storeBytes = 0;

	/** @param signal if aborted, writing the next file throws the signal's reason */
	constructor(root: string, signal?: AbortSignal) {
		this.#root = root;
		this.#signal = signal;
	}

	/** All files written so far, sorted by path. */
	sortedFiles(): FileEntry[] {
		return this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
	}

	/** The files that the manifest lists, sorted by path: those that are neither in the store nor for a host. */
	sortedListed(): FileEntry[] {
		return this.sortedFiles().filter(({ path }) => !this.#unlisted.has(path));
	}

	/** The size of a file, in bytes; undefined if it has not been written. */
	sizeOf(path: string): number | undefined {
		return this.#files.find((file) => file.path === path)?.bytes;
	}

	get storeBytes(): number {
		return this.#storeBytes;
	}

	get count(): number {
		return this.#files.length;
	}

	/** Writes a file. `path` may start with a slash. */
	write(path: string, content: FileContent): FileEntry {
		return this.#write(path, bytesOf(content));
	}

	/** Writes a file that the manifest does not list. */
	writeUnlisted(path: string, content: string): void {
		this.#unlisted.add(this.#write(path, bytesOf(content)).path);
	}

	/** Writes a store file. Returns its name. */
	async store(folder: StoreFolder, content: FileContent, extension?: string): Promise<string> {
		const bytes = bytesOf(content);
		const name = hash("sha256", bytes);
		const path = storePath(folder, name, extension).slice(1);
		if (this.#unlisted.has(path)) return name;
		this.#write(path, bytes, name);
		this.#unlisted.add(path);
		this.#storeBytes += bytes.length;
		await this.pause();
		return name;
	}

	/** Lets other events run now and then, so that Ctrl-C is detected. */
	async pause(): Promise<void> {
		if (this.count % FILES_A_TURN === 0) await setImmediate();
	}

	#write(path: string, content: Uint8Array, sha256 = hash("sha256", content)): FileEntry {
		this.#signal?.throwIfAborted();
		const file = { path: path.replace(/^\//, ""), bytes: content.length, sha256 };
		const target = join(this.#root, file.path);
		const folder = dirname(target);
		const write = (): void => {
			if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
			writeFileSync(target, content, { flag: "wx" });
		};
		namingFile(target, write, ELSE);
		this.#folders.add(folder);
		this.#files.push(file);
		return file;
	}
}

function bytesOf(content: FileContent): Uint8Array {
	if (typeof content === "string") return Buffer.from(content);
	return content instanceof Uint8Array ? content : Buffer.concat([...content]);
}

/** Other things to try if a file cannot be written. */
export const ELSE =
	", or choose another --out, or for dev another TMPDIR (what was published before is unchanged)";
