/**
 * The one place for the bytes of all releases: files named by their hashes. A release is hard links to
 * them, so a file is fetched once and takes its space once, and a run goes on with what another has left.
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
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { NAME_LENGTH } from "../tree/store.ts";
import { type HeldRelease, namesIn } from "./place.ts";
import { hashOf, READ_ONLY, sumsUnlessDamaged, type WantedFile } from "./release.ts";

type Wanted = Omit<WantedFile, "path">;

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** The content of a file is not what it must be. */
export class WrongContent extends Error {}

/** A file that is here. */
interface Pooled {
	readonly hash: string;
	readonly file: string;
	/** Whether it is surely right. A power failure may have damaged others, so they are hashed. */
	isSure: boolean;
}

interface PoolOptions {
	/** Where the files are. */
	readonly objects: string;
	/** Where files are written until they are whole. */
	readonly drafts: string;
	/** Where whole files go: the same as `objects`, except in a dry run. */
	readonly target: string;
	readonly held: readonly HeldRelease[];
	/** Whether to hash files of releases too, which were on the disk before those were. */
	readonly recheck: boolean;
}

export class Pool {
	readonly #options: PoolOptions;
	/** Once they are needed: by the digits of their hashes that names in the store have. */
	#files: Map<string, Pooled> | undefined;
	#drafts = 0;

	constructor(options: PoolOptions) {
		this.#options = options;
	}

	/** The hash of a file with the wanted content; undefined if there is none. */
	find({ sha256: wanted, bytes }: Wanted): string | undefined {
		const pooled = this.#held.get(wanted.slice(0, NAME_LENGTH));
		if (!pooled?.hash.startsWith(wanted)) return undefined;
		const { hash, file } = pooled;
		const stats = lstatSync(file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		pooled.isSure ||= hashOf(file) === hash;
		return pooled.isSure ? hash : undefined;
	}

	/** Keeps a file. Returns its hash. Throws WrongContent, and keeps nothing, if it is not what is wanted. */
	async save(content: Content, wanted?: Wanted): Promise<string> {
		const { drafts, target } = this.#options;
		const draft = join(drafts, `draft-${this.#drafts++}`);
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
			if (this.find({ sha256, bytes }) !== undefined) {
				rmSync(draft);
				return sha256;
			}
			mkdirSync(target, { recursive: true });
			renameSync(draft, join(target, sha256));
			this.#add({ hash: sha256, file: join(target, sha256), isSure: true });
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
		const { file = "" } = this.#held.get(hash.slice(0, NAME_LENGTH)) ?? {};
		return file;
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

	/** What the pool has lost is still in the releases. */
	get #held(): Map<string, Pooled> {
		if (this.#files !== undefined) return this.#files;
		const { held, objects, recheck } = this.#options;
		this.#files = new Map();
		for (const hash of namesIn(objects)) {
			this.#add({ hash, file: join(objects, hash), isSure: false });
		}
		for (const { folder } of held) {
			for (const [path, hash] of sumsUnlessDamaged(folder) ?? []) {
				const pooled = this.#files.get(hash.slice(0, NAME_LENGTH));
				if (pooled !== undefined) pooled.isSure = !recheck;
				else this.#add({ hash, file: join(folder, path), isSure: !recheck });
			}
		}
		return this.#files;
	}

	#add(pooled: Pooled): void {
		this.#files?.set(pooled.hash.slice(0, NAME_LENGTH), pooled);
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
