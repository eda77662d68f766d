/** Gets the files of a release into a draft: links those that are here, makes or fetches the others. */
import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { NAME_LENGTH, openStore, type Store, storePath } from "../tree/store.ts";
import { type Draft, WrongContent } from "./draft.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { hashOf, readSums } from "./fixity.ts";
import { FileMaker, isMakeable, PartMaker } from "./made-files.ts";
import { type PointerText, refuseOutdated } from "./pointer.ts";
import { urlOf, type WantedFile } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** In bytes: of all index files and parts of the manifest together. */
const MAX_METADATA = 256 * 1024 * 1024;
/** After this many files that could not be fetched, the others are not tried. */
const MAX_FAILURES = 20;

/** A file with the content of one that is wanted. */
interface HeldFile {
	readonly file: string;
	readonly sha256: string;
}

export class Transfer {
	/** The store of the release. What is read of it is in the draft then. */
	readonly store: Store;
	/** The bytes that were fetched, decoded. */
	bytes = 0;
	/** How many files were made. */
	made = 0;
	/** The most bytes to fetch. */
	#limit = MAX_METADATA;
	readonly #run: Run;
	readonly #latest: PointerText;
	readonly #draft: Draft;
	readonly #maker: FileMaker;
	/** By the digits of their hashes that names in the store have. */
	readonly #held = new Map<string, HeldFile>();
	/** Files of the store that were asked for, by path. */
	readonly #added = new Map<string, Promise<void> | undefined>();
	#parts: Promise<PartMaker | undefined> | undefined;

	constructor(run: Run, latest: PointerText, draft: Draft) {
		this.#run = run;
		this.#latest = latest;
		this.#draft = draft;
		this.store = openStore((path) => this.#read(path.slice(1)));
		this.#maker = new FileMaker({ pointer: latest.pointer, store: this.store });
		for (const { folder } of run.held) {
			for (const [path, sha256] of readSums(folder)) {
				this.#held.set(sha256.slice(0, NAME_LENGTH), { file: join(folder, path), sha256 });
			}
		}
	}

	/** A file with the wanted content in one of the releases that are here. */
	held({ sha256: wanted, bytes }: WantedFile): HeldFile | undefined {
		const held = this.#held.get(wanted.slice(0, NAME_LENGTH));
		if (!held?.sha256.startsWith(wanted)) return undefined;
		const stats = lstatSync(held.file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		const isIntact = !this.#run.options.recheck || hashOf(held.file) === held.sha256;
		return isIntact ? held : undefined;
	}

	/** The text of a part of the manifest: made from the release before, or fetched if anything prevents that. */
	async part(name: string): Promise<string> {
		const path = storePath("manifest", name).slice(1);
		const held = this.held({ path, sha256: name });
		const { current } = this.#run;
		const tree = { pointer: this.#latest.pointer, store: this.store };
		this.#parts ??= current && PartMaker.open(tree, this.#maker, current.folder);
		const text = held ? undefined : await (await this.#parts)?.text(name).catch(() => undefined);
		if (text !== undefined && !this.#draft.hashes.has(path)) {
			await this.#draft.write(path, [text], { sha256: name });
			this.made++;
		}
		return await this.store.read("manifest", name);
	}

	/** Gets all files. Throws a MirrorError that lists those that could not be had. */
	async addAll(files: readonly WantedFile[]): Promise<void> {
		this.#limit = Number.POSITIVE_INFINITY;
		this.#draft.keepOnly(new Map(files.map((file) => [file.path, file])));
		const { current } = this.#run;
		const canMake = ({ path }: WantedFile): boolean => isMakeable(path, current !== undefined);
		const others = files.filter((file) => !canMake(file));
		await this.#addEach("fetching", others, (file) => this.#add(file));
		await this.#addEach("making", files.filter(canMake), async (file) => {
			if (this.#isHere(file)) return;
			if (await this.#isMade(file)) this.made++;
			else await this.#fetch(file);
		});
	}

	/** Files with the same content are added once, and linked. */
	async #addEach(
		phase: string,
		files: readonly WantedFile[],
		add: (file: WantedFile) => Promise<void>,
	): Promise<void> {
		const { options, place, report, signal } = this.#run;
		const first = new Map(files.toReversed().map((file) => [file.sha256, file]));
		const failed: string[] = [];
		let done = 0;
		const addOne = async (file: WantedFile): Promise<void> => {
			signal.throwIfAborted();
			if (failed.length >= MAX_FAILURES) return;
			await add(file).catch((error) => {
				if (!(error instanceof TransferError)) throw error;
				failed.push(`  ${shown(file.path)} ${error.reason}`);
			});
			report.progress(phase, ++done, first.size);
		};
		const { concurrency } = options;
		await pMap(
			files.filter((file) => first.get(file.sha256) === file),
			addOne,
			{ concurrency },
		);
		if (failed.length > 0) {
			const rest = failed.length >= MAX_FAILURES ? ", and the others were not tried" : "";
			const count = failed.length === 1 ? "1 file" : `${failed.length} files`;
			const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
			throw new MirrorError([head, ...failed].join("\n"));
		}
		for (const { path, sha256 } of files) {
			const origin = first.get(sha256)?.path ?? path;
			const { hashes } = this.#draft;
			if (hashes.has(path)) continue;
			this.#draft.link(path, join(place.draft, origin), hashes.get(origin) ?? "");
		}
	}

	async #read(path: string): Promise<Uint8Array> {
		const name = path.slice(path.lastIndexOf("/") + 1).slice(0, NAME_LENGTH);
		await this.#add({ path, sha256: name });
		return await readFile(join(this.#run.place.draft, path));
	}

	/** Links or fetches a file, once. */
	async #add(file: WantedFile): Promise<void> {
		const added =
			this.#added.get(file.path) ?? (this.#isHere(file) ? undefined : this.#fetch(file));
		this.#added.set(file.path, added);
		return await added;
	}

	/** Whether a file is in the draft, after it was linked if a release has it. */
	#isHere(file: WantedFile): boolean {
		if (this.#draft.hashes.has(file.path) || this.#draft.resume(file)) return true;
		const held = this.held(file);
		if (held !== undefined) this.#draft.link(file.path, held.file, held.sha256);
		return held !== undefined;
	}

	/** Throws Outdated if a file cannot be had because the source has another release by now. */
	async #fetch(file: WantedFile): Promise<void> {
		const { http, url } = this.#run;
		const address = urlOf(url, file.path);
		const options = { limit: file.bytes ?? MAX_STORE_FILE, isListed: true };
		try {
			await http.get(address, options, async ({ body }) => {
				try {
					const { bytes } = await this.#draft.write(file.path, body, file);
					this.bytes += bytes;
				} catch (error) {
					if (!(error instanceof WrongContent)) throw error;
					throw new TransferError(address, error.message);
				}
			});
		} catch (error) {
			if (error instanceof TransferError) await refuseOutdated(this.#run, this.#latest);
			throw error;
		}
		if (this.bytes <= this.#limit) return;
		throw new MirrorError(
			`${url}: its manifest and index files have more than 256 MB; nothing was changed`,
		);
	}

	async #isMade(file: WantedFile): Promise<boolean> {
		// Whatever keeps a file from being made, it can be fetched.
		const versions = await this.#maker.versions(file.path).catch(() => []);
		for (const version of versions) {
			try {
				await this.#draft.write(file.path, version, file);
				return true;
			} catch (error) {
				if (!(error instanceof WrongContent)) throw error;
			}
		}
		return false;
	}
}
