/**
 * The one place for the bytes of all releases: files named by their hashes. A release is hard links to
 * them, so a file is fetched once and takes its space once, and a run goes on with what another has left.
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
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { NAME_LENGTH } from "../tree/store.ts";
import { hashOf, READ_ONLY, type WantedFile } from "./release.ts";

type Wanted = Omit<WantedFile, "path">;

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** The content of a file is not what it must be. */
export class WrongContent extends Error {}

interface PoolFolders {
	/** The files that are here. */
	readonly objects: string;
	/** Where files are written until they are whole. */
	readonly drafts: string;
	/** Where whole files go: the same as `objects`, except in a dry run. */
	readonly target: string;
}

export class Pool {
	readonly #folders: PoolFolders;
	readonly #surely: () => Iterable<string>;
	/** Once they are needed: the files, by the digits of their hashes that names in the store have. */
	#files: Map<string, string> | undefined;
	/** Hashes of files that are surely right. */
	#sure = new Set<string>();
	/** The beginnings of the hashes of files that were added, some of them in place of damaged ones. */
	readonly #added = new Set<string>();
	/** Those of them that were not here: releases may link to the others. */
	readonly #created: string[] = [];
	#drafts = 0;
	#isDiscarded = false;

	/**
	 * @param surely the files of whole releases, which were on the disk before those were. Others are hashed
	 * before they are used: a power failure may have damaged them.
	 */
	constructor(folders: PoolFolders, surely: () => Iterable<string>) {
		this.#folders = folders;
		this.#surely = surely;
	}

	/** The hash of a file with the wanted content; undefined if there is none. */
	find({ sha256: wanted, bytes }: Wanted): string | undefined {
		const file = this.#held.get(wanted.slice(0, NAME_LENGTH)) ?? "";
		const hash = basename(file);
		if (hash === "" || !hash.startsWith(wanted)) return undefined;
		const stats = lstatSync(file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		if (!this.#sure.has(hash) && hashOf(file) !== hash) return undefined;
		this.#sure.add(hash);
		return hash;
	}

	/** Keeps a file. Returns its hash. Throws WrongContent, and keeps nothing, if it is not what is wanted. */
	async save(content: Content, wanted?: Wanted): Promise<string> {
		const draft = join(this.#folders.drafts, `draft-${this.#drafts++}`);
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
			refuseUnwanted({ bytes, sha256 }, wanted);
			if (this.#isDiscarded) throw new Error("the run is over");
			mkdirSync(this.#folders.target, { recursive: true });
			const file = join(this.#folders.target, sha256);
			const isNew = !existsSync(file);
			renameSync(draft, file);
			this.#held.set(sha256.slice(0, NAME_LENGTH), file);
			this.#sure.add(sha256);
			this.#added.add(sha256.slice(0, NAME_LENGTH));
			if (isNew) this.#created.push(file);
			return sha256;
		} catch (error) {
			rmSync(draft, { force: true });
			throw error;
		} finally {
			closeSync(handle);
		}
	}

	/** The path of a file that is here. */
	fileOf(hash: string): string {
		return this.#held.get(hash.slice(0, NAME_LENGTH)) ?? join(this.#folders.target, hash);
	}

	read(hash: string): Buffer {
		return readFileSync(this.fileOf(hash));
	}

	/** Gives a file that is here a name in a release. */
	link(hash: string, path: string): void {
		try {
			linkSync(this.fileOf(hash), path);
		} catch {
			// Some file systems have no hard links, and all limit how many a file has.
			copyFileSync(this.fileOf(hash), path, constants.COPYFILE_EXCL);
		}
	}

	/** Whether a file was added, and was not here before. */
	isNew({ sha256 }: Wanted): boolean {
		return this.#added.has(sha256.slice(0, NAME_LENGTH));
	}

	/** Takes out again what was added, and adds nothing more. */
	discard(): void {
		this.#isDiscarded = true;
		for (const file of this.#created) rmSync(file, { force: true });
	}

	get #held(): Map<string, string> {
		if (this.#files !== undefined) return this.#files;
		const { objects } = this.#folders;
		const names = existsSync(objects) ? readdirSync(objects) : [];
		this.#sure = new Set(this.#surely());
		this.#files = new Map(names.map((name) => [name.slice(0, NAME_LENGTH), join(objects, name)]));
		return this.#files;
	}
}

function refuseUnwanted(content: Required<Wanted>, wanted: Wanted | undefined): void {
	if (wanted === undefined) return;
	if (wanted.bytes !== undefined && content.bytes !== wanted.bytes) {
		throw new WrongContent(`has ${content.bytes} bytes, not the ${wanted.bytes} declared`);
	}
	if (!content.sha256.startsWith(wanted.sha256)) {
		throw new WrongContent(`has SHA-256 ${content.sha256}, not ${wanted.sha256}`);
	}
}
