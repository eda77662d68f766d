/**
 * The release that a run is making, in a folder beside the finished ones. If the run is killed, the next one
 * continues with this folder. Files that an earlier release has too are hard links.
 */
import { spawnSync } from "node:child_process";
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
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
	flushFolder,
	type HeldRelease,
	type MirrorPlace,
	namesIn,
	numberOf,
	pointTo,
} from "./place.ts";
import {
	digestOf,
	filesBelow,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	READ_ONLY,
	SUMS,
	sumsText,
	sumsUnlessDamaged,
	type WantedFile,
} from "./release.ts";

type Content = AsyncIterable<Uint8Array> | Iterable<string | Uint8Array>;

/** The content of a file is not what the release lists. */
export class WrongContent extends Error {}

/** The release that is current after a run: a new one, or one that was already here. */
export interface Current {
	readonly status: "mirrored" | "partial" | "unchanged";
	readonly release: string;
}

/** A file being written. No release has files whose names begin with a dot. */
const DRAFT = ".draft-";

interface Options {
	readonly place: MirrorPlace;
	/** All releases of the mirror, oldest first. */
	readonly held: readonly HeldRelease[];
	/** Whether to hash files of earlier releases before using them. */
	readonly recheck: boolean;
}

export class Unfinished {
	readonly folder: string;
	readonly #options: Options;
	/** The hashes of checked files in the folder, by path. */
	readonly #hashes = new Map<string, string>();
	/** A file of an earlier release for each hash. */
	#held: Map<string, string> | undefined;
	/** Whether the newest release has damaged files. */
	#isDamaged = false;
	#drafts = 0;

	constructor(options: Options) {
		this.#options = options;
		this.folder = options.place.unfinished;
		for (const name of namesIn(this.folder)) {
			if (name.startsWith(DRAFT)) rmSync(join(this.folder, name));
		}
	}

	/** Whether the folder has a file. Links it from an earlier release if it can. */
	has({ path, sha256, bytes }: WantedFile): boolean {
		if (this.#hashes.get(path) === sha256) return true;
		const file = join(this.folder, path);
		const stats = lstatSync(file, { throwIfNoEntry: false });
		if (stats?.isFile() && (bytes === undefined || stats.size === bytes)) {
			// It is from an interrupted run, and may be damaged if the machine lost power.
			if (hashOf(file) === sha256) {
				this.#hashes.set(path, sha256);
				return true;
			}
		}
		const held = this.#contents.get(sha256);
		if (held === undefined) return false;
		const size = lstatSync(held, { throwIfNoEntry: false })?.size;
		if (size === undefined || (bytes !== undefined && size !== bytes)) return false;
		this.#makeRoom(path);
		link(held, file);
		this.#hashes.set(path, sha256);
		return true;
	}

	/** Writes a file. Returns its hash. Throws WrongContent, and writes nothing, if the content is not `wanted`. */
	async save(path: string, content: Content, wanted?: Omit<WantedFile, "path">): Promise<string> {
		mkdirSync(this.folder, { recursive: true });
		const draft = join(this.folder, `${DRAFT}${this.#drafts++}`);
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
			this.#makeRoom(path);
			renameSync(draft, join(this.folder, path));
			this.#hashes.set(path, sha256);
			this.#held?.set(sha256, this.pathOf(path));
			return sha256;
		} catch (error) {
			rmSync(draft, { force: true });
			throw error;
		} finally {
			closeSync(handle);
		}
	}

	read(path: string): Buffer {
		return readFileSync(this.pathOf(path));
	}

	pathOf(path: string): string {
		return join(this.folder, path);
	}

	/** Makes a release of these files and points DIR to it, unless the newest release is the same. */
	finish(paths: Iterable<string>, provenance: Provenance): Current {
		const { place, held } = this.#options;
		const latest = held.at(-1);
		const files = new Map([...paths].map((path) => [path, this.#hashes.get(path) ?? ""]));
		const isPartial = provenance.failed.length > 0;
		if (latest && !this.#isDamaged && hasSame(latest, files, provenance)) {
			const again = this.useAgain(latest);
			return isPartial ? { ...again, status: "partial" } : again;
		}
		this.#removeAllBut(files);
		const record = provenanceText(provenance);
		const sums = sumsText(new Map([...files, [PROVENANCE, digestOf(record)]]));
		mkdirSync(this.folder, { recursive: true });
		writeFileSync(this.pathOf(PROVENANCE), record, { flag: "wx", mode: READ_ONLY });
		writeFileSync(this.pathOf(SUMS), sums, { flag: "wx", mode: READ_ONLY });
		flush(this.folder);
		const numbers = namesIn(place.releases).map((name) => numberOf(name) || 0);
		const number = String(Math.max(0, ...numbers) + 1).padStart(4, "0");
		const release = `${number}-${digestOf(sums).slice(0, 16)}`;
		renameSync(this.folder, join(place.releases, release));
		flushFolder(place.releases);
		pointTo(place, release);
		return { status: isPartial ? "partial" : "mirrored", release };
	}

	/** Points DIR to an earlier release, and deletes this one. */
	useAgain({ name, isCurrent }: HeldRelease): Current {
		rmSync(this.folder, { recursive: true, force: true });
		if (isCurrent) return { status: "unchanged", release: name };
		pointTo(this.#options.place, name);
		return { status: "mirrored", release: name };
	}

	/** Read only when needed, since most runs find that nothing has changed. */
	get #contents(): Map<string, string> {
		if (this.#held !== undefined) return this.#held;
		const { held, recheck } = this.#options;
		this.#held = new Map();
		for (const { folder } of held) {
			for (const [path, hash] of sumsUnlessDamaged(folder) ?? []) {
				const file = join(folder, path);
				if (!recheck || hashOf(file) === hash) this.#held.set(hash, file);
				else if (folder === held.at(-1)?.folder) this.#isDamaged = true;
			}
		}
		return this.#held;
	}

	/** Makes the folder of a file, and removes anything at its path. */
	#makeRoom(path: string): void {
		const file = this.pathOf(path);
		mkdirSync(dirname(file), { recursive: true });
		rmSync(file, { recursive: true, force: true });
	}

	/** An interrupted run may have fetched files that this release does not list. */
	#removeAllBut(files: ReadonlyMap<string, string>): void {
		if (!existsSync(this.folder)) return;
		for (const path of filesBelow(this.folder).keys()) {
			if (files.has(path)) continue;
			const file = this.pathOf(path);
			rmSync(file);
			for (let folder = dirname(file); namesIn(folder).length === 0; folder = dirname(folder)) {
				rmdirSync(folder);
			}
		}
	}
}

function refuseUnwanted(
	content: { readonly sha256: string; readonly bytes: number },
	wanted: Omit<WantedFile, "path"> | undefined,
): void {
	if (wanted === undefined) return;
	if (wanted.bytes !== undefined && content.bytes !== wanted.bytes) {
		throw new WrongContent(`has ${content.bytes} bytes, not the ${wanted.bytes} declared`);
	}
	if (content.sha256 !== wanted.sha256) {
		throw new WrongContent(`has SHA-256 ${content.sha256}, not ${wanted.sha256}`);
	}
}

function link(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		// Some file systems have no hard links, and all limit how many a file has.
		copyFileSync(from, to, constants.COPYFILE_EXCL);
	}
}

/** Whether a release has these files and this record. In a crawl only `data/` counts, since pages vary. */
function hasSame(
	{ folder, provenance }: HeldRelease,
	files: ReadonlyMap<string, string>,
	wanted: Provenance,
): boolean {
	const counted = wanted.kind === "tree" ? /^(?!provenance\.json$)/ : /^data\//;
	const [before, after] = [sumsUnlessDamaged(folder) ?? new Map<string, string>(), files].map(
		(sums) => sumsText(new Map([...sums].filter(([path]) => counted.test(path)))),
	);
	return before === after && saysSame(provenance, wanted);
}

/** A record before all media are known. */
type Said = Omit<Provenance, "media">;

/** Whether records agree, apart from dates, from numbers that follow from the files, and from reasons, which vary. */
export function saysSame(one: Said, other: Said): boolean {
	const [first, second] = [one, other].map((said) => {
		const { kind, source, build, key, serial, without } = said;
		// A query may be a signature.
		const failed = said.failed.map(({ what }) => what.split("?", 1));
		return JSON.stringify([kind, source, build, key, serial, without, failed]);
	});
	return first === second;
}

/**
 * Waits until everything in a folder is on the disk. One call for the whole file system takes a tenth of
 * the time of one for each file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	const isDone = spawnSync("sync", ["-f", folder]).status === 0;
	if (!isDone) spawnSync("sync");
}
