/** Fetches the files of a published tree. */
import { setImmediate as breathe } from "node:timers/promises";
import pMap from "p-map";
import { nameFault } from "../catalogue/portable-path.ts";
import { shown } from "../console/text.ts";
import { openStore, type Store } from "../tree/store.ts";
import { urlOf } from "./addresses.ts";
import { ForeignError, MirrorError, nameRefusal, TransferError } from "./errors.ts";
import { isGone, MAX_WAIT } from "./http-answer.ts";
import type { Failure, WantedFile } from "./provenance.ts";
import type { Run } from "./run.ts";
import { isMedium } from "./safe-paths.ts";
import { WrongContent } from "./unfinished.ts";

/** The bytes of the largest file of a store; most have about 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** A run gives up after this many failures. After this many changed files of one kind in a row, it skips the rest of that kind. */
const MAX_FAILURES = 10;

/** Files of the store, the manifest and the media. A release without one of them is refused. */
function isEssential({ bytes, path }: WantedFile): boolean {
	return bytes === undefined || isMedium(path);
}

export class Transfer {
	/** The source's store. Reading a file from it adds the file to the unfinished release. */
	readonly store: Store;
	fetched = 0;
	readonly #run: Run;
	/** Files that the host has changed and that are not essential, and files whose names no system can hold. */
	readonly failed: Failure[] = [];
	/** How many of them came in a row, by folder: a host that changes one file usually changes all of its kind. */
	readonly #inARow = new Map<string, number>();

	constructor(run: Run) {
		this.#run = run;
		this.store = openStore(async (path) => {
			const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
			const file = { path: path.slice(1), sha256: name };
			if (!run.unfinished.has(file)) await this.#get(file);
			return run.unfinished.read(file.path);
		});
	}

	/** Fetches the files that are not here. Throws a MirrorError that lists the essential ones that failed. */
	async fetchAll(files: readonly WantedFile[]): Promise<void> {
		const { options, place, report, signal, unfinished } = this.#run;
		const failed: [path: string, fault: TransferError][] = [];
		let done = 0;
		const add = async (file: WantedFile): Promise<void> => {
			// Files that are here are hashed without a wait, and timers must fire all the same.
			await breathe();
			signal.throwIfAborted();
			report.progress("files", done++, files.length);
			if (failed.length >= MAX_FAILURES) return;
			// The API needs the store, and names its files itself.
			const isStored = file.bytes === undefined;
			try {
				const fault = nameFault(file.path);
				if (fault !== undefined) return this.#leaveOut(file, fault);
				if (!unfinished.has(file)) await (isEssential(file) ? this.#get(file) : this.#try(file));
			} catch (error) {
				const refusal = isStored ? undefined : nameRefusal(error);
				if (refusal !== undefined) this.#leaveOut(file, refusal);
				// If the source asks for a long pause, the run ends.
				else if (!(error instanceof TransferError) || error.wait > MAX_WAIT) throw error;
				else failed.push([file.path, error]);
			}
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

	/** Fetches a file that hosts may change, such as robots.txt. */
	async #try(file: WantedFile): Promise<void> {
		const kind = /^(?:v1\/instants\/)?[^/]*\//.exec(file.path)?.[0] ?? "";
		const inARow = (): number => this.#inARow.get(kind) ?? 0;
		if (inARow() >= MAX_FAILURES) {
			const reason = `was not requested, because the ${MAX_FAILURES} files of its kind before it were missing or changed`;
			return this.#leaveOut(file, reason);
		}
		try {
			await this.#get(file);
			this.#inARow.set(kind, 0);
		} catch (error) {
			const isAnswered = error instanceof TransferError && error.isAnswered;
			if (!isAnswered && !(error instanceof ForeignError)) throw error;
			this.#leaveOut(file, error.reason);
			this.#inARow.set(kind, inARow() + 1);
		}
	}

	#leaveOut({ path }: WantedFile, reason: string): void {
		this.failed.push({ what: path, reason });
	}

	async #get(file: WantedFile): Promise<void> {
		const { http, unfinished, url } = this.#run;
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
				throw new TransferError(address, error.message, { isAnswered: true });
			}
		});
	}
}
