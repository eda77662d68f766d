/** Fetches many files concurrently, and stops early when there is no point in going on. */
import { setMaxListeners } from "node:events";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { ConnectionError, MirrorError, TransferError } from "./errors.ts";
import type { Report } from "./run-context.ts";

/** After this many failures in a row without any response, the source counts as down. */
const MAX_SILENT = 4;
/** After this many failures of any kind, the remaining files are skipped. */
const MAX_FAILURES = 100;

interface Failure {
	readonly path: string;
	readonly reason: string;
}

/** Some files could not be fetched. The message lists them. */
export class IncompleteError extends MirrorError {
	constructor(failures: readonly Failure[], wasStopped: boolean) {
		const files = failures.length === 1 ? "1 file" : `${failures.length} files`;
		const skipped = wasStopped ? "the remaining files were skipped; " : "";
		const lines = failures.map(({ path, reason }) => `  ${shown(path)} ${reason}`);
		super(
			[
				`${files} could not be fetched; ${skipped}the files published here are unchanged, and the next run fetches only what is missing:`,
				...lines,
			].join("\n"),
		);
	}
}

export interface TransferSignals {
	/** Cancels the request at once. */
	readonly signal: AbortSignal;
	/** Only stops retries. */
	readonly stopping: AbortSignal;
}

export interface Transfer<T> {
	readonly items: readonly T[];
	readonly pathOf: (item: T) => string;
	readonly concurrency: number;
	/** Fetches one file. A TransferError concerns this file only; any other error ends the transfer. */
	readonly fetch: (item: T, signals: TransferSignals) => Promise<void>;
	readonly signal: AbortSignal;
	readonly report: Report;
}

/** Throws an IncompleteError if files are missing in the end. No request is pending after it settles. */
export async function transfer<T>(job: Transfer<T>): Promise<void> {
	const failures: Failure[] = [];
	const fatal: unknown[] = [];
	const stop = new AbortController();
	const cancel = new AbortController();
	const signals = { signal: AbortSignal.any([job.signal, cancel.signal]), stopping: stop.signal };
	// Every request adds a listener: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
	setMaxListeners(0, signals.signal);
	let silent = 0;
	const fetchOne = async (item: T): Promise<void> => {
		if (stop.signal.aborted) return;
		try {
			await job.fetch(item, signals);
			silent = 0;
		} catch (error) {
			if (cancel.signal.aborted) return;
			if (!(error instanceof TransferError)) {
				fatal.push(error);
				stop.abort();
				cancel.abort(error);
				return;
			}
			const failure = { path: job.pathOf(item), reason: error.message };
			failures.push(failure);
			job.report({ event: "failed file", ...failure });
			silent = error instanceof ConnectionError ? silent + 1 : 0;
			if (silent >= MAX_SILENT || failures.length >= MAX_FAILURES) stop.abort();
		}
	};
	await pMap(job.items, fetchOne, { concurrency: job.concurrency });
	if (fatal.length > 0) throw fatal[0];
	if (failures.length > 0) throw new IncompleteError(failures, stop.signal.aborted);
}
