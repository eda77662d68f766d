/** Fetches the files of a release of a tree. */
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { openStore, type Store } from "../tree/store.ts";
import { urlOf } from "./addresses.ts";
import { ForeignError, MirrorError, TransferError } from "./errors.ts";
import { isGone, MAX_WAIT } from "./http-answer.ts";
import type { Failure, WantedFile } from "./release.ts";
import type { Run } from "./run.ts";
import { isMedium } from "./safe-paths.ts";
import { WrongContent } from "./unfinished.ts";

/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** After this many files that could not be fetched, or others in a row of a kind, the rest are not tried. */
const MAX_FAILURES = 10;

/** Whether a release without a file is none: one of the store, the manifest or the media. */
function isEssential({ bytes, path }: WantedFile): boolean {
	return bytes === undefined || isMedium(path);
}

export class Transfer {
	/** The store of the release. What is read of it is part of the unfinished release. */
	readonly store: Store;
	/** Files that came from the source. */
	fetched = 0;
	readonly #run: Run;
	/** Files that are not essential, and not what the release says. */
	readonly failed: Failure[] = [];
	/** How many of them came one after the other, by kind: most hosts that write their own do so for all of a kind. */
	readonly #inARow = new Map<string, number>();

	constructor(run: Run) {
		this.#run = run;
		this.store = openStore(async (path) => {
			const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
			await this.#get({ path: path.slice(1), sha256: name });
			return run.unfinished.read(path.slice(1));
		});
	}

	/** Gets all files. Throws a MirrorError that lists those that could not be had and must not be missing. */
	async fetchAll(files: readonly WantedFile[]): Promise<void> {
		const { options, place, report, signal, unfinished } = this.#run;
		const failed: [path: string, fault: TransferError][] = [];
		let done = 0;
		const add = async (file: WantedFile): Promise<void> => {
			signal.throwIfAborted();
			if (failed.length >= MAX_FAILURES) return;
			try {
				await (isEssential(file) ? this.#get(file) : this.#try(file));
			} catch (error) {
				// A source that asks for a long pause is left alone.
				if (!(error instanceof TransferError) || error.wait > MAX_WAIT) throw error;
				failed.push([file.path, error]);
			}
			report.progress("files", ++done, files.length);
		};
		await pMap(files, add, { concurrency: options.concurrency });
		if (failed.length === 0) return;
		const rest = failed.length >= MAX_FAILURES ? ", and the others were not tried" : "";
		const count = failed.length === 1 ? "1 file" : `${failed.length} files`;
		const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
		const lines = failed.map(([path, { reason }]) => `  ${shown(path)} ${reason}`);
		const isBare =
			failed.every(([path, { status = 0 }]) => isMedium(path) && isGone(status)) &&
			!files.some((file) => isMedium(file.path) && unfinished.has(file));
		if (isBare) lines.push("if the source is a mirror without media, run this with --no-media");
		throw new MirrorError([head, ...lines].join("\n"));
	}

	/** Gets a file that may be missing: some hosts write their own version of some, such as robots.txt. */
	async #try(file: WantedFile): Promise<void> {
		const kind = /^(?:v1\/instants\/)?[^/]*\//.exec(file.path)?.[0] ?? "";
		const inARow = (): number => this.#inARow.get(kind) ?? 0;
		if (inARow() >= MAX_FAILURES) {
			const reason = `was not asked for after ${MAX_FAILURES} of its kind in a row`;
			this.failed.push({ what: file.path, reason });
			return;
		}
		try {
			await this.#get(file);
			this.#inARow.set(kind, 0);
		} catch (error) {
			const isOther = error instanceof TransferError && error.isOther;
			if (!isOther && !(error instanceof ForeignError)) throw error;
			this.failed.push({ what: file.path, reason: error.reason });
			this.#inARow.set(kind, inARow() + 1);
		}
	}

	async #get(file: WantedFile): Promise<void> {
		const { http, unfinished, url } = this.#run;
		// What was fetched for another file may have the same content.
		if (unfinished.has(file)) return;
		const address = urlOf(url, file.path);
		const options = {
			limit: file.bytes ?? MAX_STORE_FILE,
			isListed: true,
			isEssential: isEssential(file),
		};
		await http.get(address, options, async (body) => {
			try {
				await unfinished.save(file.path, body, file);
				this.fetched++;
			} catch (error) {
				if (!(error instanceof WrongContent)) throw error;
				throw new TransferError(address, error.message, { isOther: true });
			}
		});
	}
}
