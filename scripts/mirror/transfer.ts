/** Fetches many files at a time, and knows when it is no use to go on. */
import { setMaxListeners } from "node:events";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import type { Tell } from "./events.ts";
import { ConnectionError, MirrorError, TransferError } from "./failures.ts";

/** Files that failed for good one after the other, because nothing answers: the rest would too. */
const SILENCE = 4;
/** Files that failed for good, whatever the reason, after which the rest is not tried. */
const MOST_FAILURES = 100;

/** Some files could not be fetched; the message names them. */
export class IncompleteError extends MirrorError {
	readonly paths: readonly string[];

	constructor(failures: readonly Failure[], note: string) {
		const lines = failures.map(({ path, reason }) => `  ${shown(path)} ${reason}`);
		const files = failures.length === 1 ? "1 file" : `${failures.length} files`;
		super([`${files} could not be fetched; ${note}:`, ...lines].join("\n"));
		this.paths = failures.map(({ path }) => path);
	}
}

interface Failure {
	readonly path: string;
	readonly reason: string;
}

/** What ends the fetching of a file from outside. */
export interface Ends {
	/** Ends it now. */
	readonly signal: AbortSignal;
	/** Says that it is no use to try again. */
	readonly stopping: AbortSignal;
}

export interface Transfer<T> {
	readonly items: readonly T[];
	readonly pathOf: (item: T) => string;
	readonly concurrency: number;
	/** Gets one file; a TransferError is that file's, any other error ends it all. */
	readonly fetch: (item: T, ends: Ends) => Promise<void>;
	readonly signal: AbortSignal;
	readonly tell: Tell;
}

/** What every failure leaves behind. */
const KEPT = "what is published here is untouched, and the next run fetches only what is missing";

/** Throws an IncompleteError when files are missing in the end. Nothing is under way any more then. */
export async function transfer<T>(job: Transfer<T>): Promise<void> {
	const failures: Failure[] = [];
	const fatal: unknown[] = [];
	const stop = new AbortController();
	const end = new AbortController();
	const ends = { signal: AbortSignal.any([job.signal, end.signal]), stopping: stop.signal };
	// Every request listens to it: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
	setMaxListeners(0, ends.signal);
	let silent = 0;
	const one = async (item: T): Promise<void> => {
		if (stop.signal.aborted) return;
		try {
			await job.fetch(item, ends);
			silent = 0;
		} catch (error) {
			if (end.signal.aborted) return;
			if (!(error instanceof TransferError)) {
				fatal.push(error);
				stop.abort();
				end.abort(error);
				return;
			}
			const path = job.pathOf(item);
			silent = error instanceof ConnectionError ? silent + 1 : 0;
			failures.push({ path, reason: error.message });
			job.tell({ event: "failed file", path, reason: error.message });
			if (silent >= SILENCE || failures.length >= MOST_FAILURES) stop.abort();
		}
	};
	await pMap(job.items, one, { concurrency: job.concurrency });
	if (fatal.length > 0) throw fatal[0];
	if (failures.length === 0) return;
	const note = stop.signal.aborted ? `the rest was not tried; ${KEPT}` : KEPT;
	throw new IncompleteError(failures, note);
}
