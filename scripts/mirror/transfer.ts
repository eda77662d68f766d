/** Gets the files of a release of a tree into the pool: those that are not there. */
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { NAME_LENGTH, openStore, type Store } from "../tree/store.ts";
import { urlOf } from "./addresses.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import { WrongContent } from "./pool.ts";
import { isMedium } from "./published-paths.ts";
import type { Failure, WantedFile } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** After this many files that could not be fetched, the others are not tried. */
const MAX_FAILURES = 10;

/** The source has published another release. */
export class Superseded extends Error {
	readonly now: PointerText;

	constructor(now: PointerText) {
		super();
		this.now = now;
	}
}

export class Transfer {
	/** The store of the release. What is read of it is in the pool then. */
	readonly store: Store;
	readonly #run: Run;
	readonly #latest: PointerText;
	/** Contents that were asked for. */
	readonly #coming = new Map<string, Promise<string>>();
	/** Files that are not essential, and not what the release says, with the reason. */
	readonly #others = new Map<WantedFile, string>();
	#look: Promise<PointerText | undefined> | undefined;

	constructor(run: Run, latest: PointerText) {
		this.#run = run;
		this.#latest = latest;
		this.store = openStore(async (path) => {
			const name = path.slice(path.lastIndexOf("/") + 1).slice(0, NAME_LENGTH);
			return run.pool.read(await this.#get({ path: path.slice(1), sha256: name }));
		});
	}

	/** The files that may be missing, and are. */
	get failed(): Failure[] {
		const missing = [...this.#others].filter(([file]) => !this.#run.pool.find(file));
		const failures = missing.map(([{ path: what }, reason]) => ({ what, reason }));
		return failures.sort((a, b) => (a.what < b.what ? -1 : 1));
	}

	/** Gets all files. Throws a MirrorError that lists those that could not be had and must not be missing. */
	async fetchAll(files: readonly WantedFile[]): Promise<void> {
		const { options, place, report, signal } = this.#run;
		const failed: string[] = [];
		let done = 0;
		const add = async (file: WantedFile): Promise<void> => {
			signal.throwIfAborted();
			if (failed.length >= MAX_FAILURES) return;
			// Some hosts write their own version of a file, such as robots.txt.
			const isEssential = file.bytes === undefined || isMedium(file.path);
			if (!isEssential && this.#others.size >= MAX_FAILURES) {
				this.#others.set(file, `was not asked for after ${MAX_FAILURES} other failures`);
				return;
			}
			try {
				await this.#get(file);
			} catch (error) {
				if (!(error instanceof TransferError)) throw error;
				if (error.isOther && !isEssential) this.#others.set(file, error.reason);
				else failed.push(`  ${shown(file.path)} ${error.reason}`);
			}
			report.progress("files", ++done, files.length);
		};
		await pMap(files, add, { concurrency: options.concurrency });
		if (failed.length === 0) return;
		const rest = failed.length >= MAX_FAILURES ? ", and the others were not tried" : "";
		const count = failed.length === 1 ? "1 file" : `${failed.length} files`;
		const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
		throw new MirrorError([head, ...failed].join("\n"));
	}

	/** The hash of a file, which is in the pool then. Files with the same content are fetched once. */
	async #get(file: WantedFile): Promise<string> {
		const content = `${file.sha256} ${file.bytes}`;
		const before = this.#coming.get(content) ?? Promise.resolve();
		const own = before.catch(() => {}).then(() => this.#run.pool.find(file) ?? this.#fetch(file));
		this.#coming.set(content, own);
		return await own;
	}

	async #fetch(file: WantedFile): Promise<string> {
		const { http, pool, url } = this.#run;
		const address = urlOf(url, file.path);
		let hasLooked = false;
		const beforeRetry = async ({ isOther }: TransferError): Promise<void> => {
			if (isOther && !hasLooked) await this.#refuseSuperseded();
			hasLooked = true;
		};
		const options = { limit: file.bytes ?? MAX_STORE_FILE, isListed: true, beforeRetry };
		return await http.get(address, options, async (body) => {
			try {
				return await pool.save(body, file);
			} catch (error) {
				if (!(error instanceof WrongContent)) throw error;
				throw new TransferError(address, error.message, { isOther: true });
			}
		});
	}

	/** Files that fail together cause one look at the pointer. */
	async #refuseSuperseded(): Promise<void> {
		this.#look ??= fetchPointer(this.#run)
			.catch(() => undefined)
			.finally(() => {
				this.#look = undefined;
			});
		const now = await this.#look;
		if (now !== undefined && now.text !== this.#latest.text) throw new Superseded(now);
	}
}
