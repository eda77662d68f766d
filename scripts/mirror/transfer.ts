/** Gets the files of a release into a draft: links those that are here, makes or fetches the others. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { NAME_LENGTH, openStore, type Store, storePath } from "../tree/store.ts";
import { type Draft, WrongContent } from "./draft.ts";
import { MirrorError, TransferError } from "./errors.ts";
import type { HeldFile, Stock } from "./fixity.ts";
import { FileMaker, isMakeable, type PartMaker, partMaker } from "./made-files.ts";
import type { PointerText } from "./pointer.ts";
import { urlOf, type WantedFile } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** After this many files that could not be fetched, the others are not tried. */
const MAX_FAILURES = 10;

export class Transfer {
	/** The store of the release. What is read of it is in the draft then. */
	readonly store: Store;
	/** How many files were made. */
	made = 0;
	readonly #run: Run;
	readonly #pointer: PointerText["pointer"];
	readonly #draft: Draft;
	readonly #stock: Stock;
	readonly #maker: FileMaker;
	/** What was asked for last with a certain content, and the file of the draft that has it. */
	readonly #coming = new Map<string, Promise<HeldFile>>();
	#parts: Promise<PartMaker> | undefined;

	constructor(run: Run, { pointer }: PointerText, draft: Draft, stock: Stock) {
		this.#run = run;
		this.#pointer = pointer;
		this.#draft = draft;
		this.#stock = stock;
		this.store = openStore((path) => this.#read(path.slice(1)));
		this.#maker = new FileMaker({ pointer, store: this.store });
	}

	/** The text of a part of the manifest: made from the release before, or fetched if anything prevents that. */
	async part(name: string): Promise<string> {
		const path = storePath("manifest", name).slice(1);
		const { current } = this.#run;
		if (current !== undefined && this.#stock.find({ sha256: name }) === undefined) {
			const tree = { pointer: this.#pointer, store: this.store };
			this.#parts ??= partMaker(tree, this.#maker, current.folder);
			// Whatever keeps a part from being made, it can be fetched.
			const text = await this.#parts.then((make) => make(name)).catch(() => undefined);
			if (text !== undefined && !this.#draft.hashes.has(path)) {
				await this.#draft.write(path, [text], { sha256: name });
				this.made++;
			}
		}
		return await this.store.read(storePath("manifest", name), name);
	}

	/** Gets all files. Throws a MirrorError that lists those that could not be had. */
	async addAll(files: readonly WantedFile[]): Promise<void> {
		const { current, options, place, report, signal } = this.#run;
		const canMake = ({ path }: WantedFile): boolean => isMakeable(path, current !== undefined);
		// Files are made from others, which so come first, as many at a time as the user allows.
		const ordered = [...files.filter((file) => !canMake(file)), ...files.filter(canMake)];
		const failed: string[] = [];
		let done = 0;
		const add = async (file: WantedFile): Promise<void> => {
			signal.throwIfAborted();
			if (failed.length >= MAX_FAILURES) return;
			await this.#add(file).catch((error) => {
				if (!(error instanceof TransferError)) throw error;
				failed.push(`  ${shown(file.path)} ${error.reason}`);
			});
			report.progress("files", ++done, files.length);
		};
		await pMap(ordered, add, { concurrency: options.concurrency });
		if (failed.length === 0) return;
		const rest = failed.length >= MAX_FAILURES ? ", and the others were not tried" : "";
		const count = failed.length === 1 ? "1 file" : `${failed.length} files`;
		const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
		throw new MirrorError([head, ...failed].join("\n"));
	}

	async #read(path: string): Promise<Uint8Array> {
		const name = path.slice(path.lastIndexOf("/") + 1).slice(0, NAME_LENGTH);
		await this.#add({ path, sha256: name });
		return await readFile(join(this.#draft.folder, path));
	}

	/** Files with the same content wait for each other, so that it is fetched once. */
	async #add(file: WantedFile): Promise<void> {
		const content = `${file.sha256} ${file.bytes}`;
		const before = this.#coming.get(content) ?? Promise.resolve(this.#stock.find(file));
		const coming = before.then((held) => this.#obtain(file, held));
		this.#coming.set(content, coming);
		await coming;
	}

	async #obtain(file: WantedFile, held: HeldFile | undefined): Promise<HeldFile> {
		const { path } = file;
		const { folder, hashes } = this.#draft;
		if (!hashes.has(path)) {
			if (held !== undefined) this.#draft.link(path, held);
			else if (await this.#isMade(file)) this.made++;
			else await this.#fetch(file);
		}
		return { file: join(folder, path), sha256: hashes.get(path) ?? "" };
	}

	async #fetch(file: WantedFile): Promise<void> {
		const { http, url } = this.#run;
		const address = urlOf(url, file.path);
		const options = { limit: file.bytes ?? MAX_STORE_FILE, isListed: true };
		await http.get(address, options, async (body) => {
			try {
				await this.#draft.write(file.path, body, file);
			} catch (error) {
				if (!(error instanceof WrongContent)) throw error;
				throw new TransferError(address, error.message);
			}
		});
	}

	async #isMade(file: WantedFile): Promise<boolean> {
		if (!isMakeable(file.path, this.#run.current !== undefined)) return false;
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
