/** Fetches the files of a published tree. */
import { readFileSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import pMap from "p-map";
import { nameFault } from "../catalogue/portable-path.ts";
import { shown } from "../console/text.ts";
import { openStore, type Store } from "../tree/store.ts";
import { urlOf } from "./addresses.ts";
import { ForeignError, MirrorError, nameRefusal, TransferError } from "./errors.ts";
import type { Failure, WantedFile } from "./provenance.ts";
import type { Run } from "./run.ts";
import { isMedium } from "./safe-paths.ts";

/** The largest file of a store, in bytes; most have about 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** A run gives up after this many failures. */
const MAX_FAILURES = 10;

/** Files of the store, the manifest and the media. A release without one of them is refused. */
function isEssential({ bytes, path }: WantedFile): boolean {
	return bytes === undefined || isMedium(path);
}

/** Calls `work` for a few items at a time, until the run is stopped. */
export async function workOn<T>(
	{ options, report, signal }: Run,
	what: "files" | "media",
	items: readonly T[],
	work: (item: T) => Promise<void>,
): Promise<void> {
	let done = 0;
	const one = async (item: T): Promise<void> => {
		// Files that are already here are hashed without waiting, and timers must still fire.
		await breathe();
		signal.throwIfAborted();
		report.progress(what, done++, items.length);
		await work(item);
	};
	await pMap(items, one, { concurrency: options.concurrency });
}

/** The source's store. Reading a file from it adds the file to the unfinished release. */
export function storeOf(run: Run): Store {
	const { unfinished } = run;
	return openStore(async (path) => {
		const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
		const file = { path: path.slice(1), sha256: name };
		if (!unfinished.has(file)) await fetchFile(run, file);
		return readFileSync(unfinished.pathOf(file.path));
	});
}

/**
 * Fetches the files that are not here. Returns as failures those that the host has changed, unless they
 * are essential, and those with names that some systems cannot hold. Throws a MirrorError that lists the
 * essential files that failed.
 */
export async function fetchAll(
	run: Run,
	files: readonly WantedFile[],
): Promise<{ readonly here: string[]; readonly failed: Failure[] }> {
	const [here, failed, lost]: [string[], Failure[], string[]] = [[], [], []];
	await workOn(run, "files", files, async (file) => {
		if (lost.length >= MAX_FAILURES) return;
		const { path } = file;
		const reason = nameFault(path);
		if (reason !== undefined) return void failed.push({ what: path, reason });
		try {
			if (!run.unfinished.has(file)) await fetchFile(run, file);
			here.push(path);
		} catch (error) {
			const refusal = nameRefusal(error);
			// The API needs the store, and names its files itself.
			if (refusal !== undefined && file.bytes !== undefined) {
				return void failed.push({ what: path, reason: refusal });
			}
			if (!(error instanceof TransferError)) throw error;
			const { fault, reason } = error;
			if (fault.isAnswered && !isEssential(file)) failed.push({ what: path, reason });
			else if (error instanceof ForeignError) throw error;
			else lost.push(`  ${shown(path)} ${reason}`);
		}
	});
	failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	if (lost.length === 0) return { here, failed };
	const rest = lost.length >= MAX_FAILURES ? ", and the others were not tried" : "";
	const count = lost.length === 1 ? "1 file" : `${lost.length} files`;
	const head = `${run.place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
	throw new MirrorError([head, ...lost].join("\n"));
}

async function fetchFile({ http, unfinished, url }: Run, file: WantedFile): Promise<void> {
	const address = urlOf(url, file.path);
	const limit = file.bytes ?? MAX_STORE_FILE;
	const options = { limit, isListed: true, isEssential: isEssential(file) };
	await http.get(address, options, (body) =>
		unfinished.save(file.path, body, ({ bytes, sha256 }) => {
			const wanted = file.bytes ?? bytes;
			if (sha256 === file.sha256 && bytes === wanted) return;
			const reason = `has SHA-256 ${sha256} and ${bytes} bytes, not ${file.sha256} and ${wanted}`;
			throw new TransferError(address, reason, { isAnswered: true });
		}),
	);
}
