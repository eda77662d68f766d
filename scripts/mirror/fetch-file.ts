/** Fetches the files of one release, and notices when the source has another by now. */

import { isHostFile } from "../tree/host-files.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { FetchOne } from "./assemble.ts";
import { ContentError, StatusError, type TransferError } from "./failures.ts";
import { type FetchedRelease, fetchPointer } from "./fetch-release.ts";
import { receive } from "./receive.ts";
import type { Run } from "./run.ts";

/** The source has another release by now. */
export class MovedOn extends Error {}

/**
 * A function that fetches a file; it throws MovedOn when the source has another release.
 * @param withheld gets the paths of files that the source's host keeps to itself
 */
export function releaseFetcher(
	{ source, workspace }: Run,
	release: FetchedRelease,
	withheld: Set<string>,
): (entry: FileEntry, how: FetchOne) => Promise<boolean> {
	let failures = 0;
	const refuseOld = async (error: TransferError, stopping: AbortSignal): Promise<void> => {
		if (stopping.aborted) throw error;
		if (!(error instanceof ContentError || error instanceof StatusError)) return;
		failures++;
		// At the 1st, 2nd, 4th, 8th … failure: soon enough, and few requests however many files fail.
		if (!Number.isInteger(Math.log2(failures))) return;
		const latest = await fetchPointer(source).catch(() => undefined);
		if (latest !== undefined && latest.pointer.build !== release.pointer.build) throw new MovedOn();
	};
	return async (entry, { target, onBytes, stopping, signal }) => {
		try {
			await source.get({
				url: source.at(entry.path),
				signal,
				isPromised: !isHostFile(entry.path),
				take: async (reply) => {
					const { parts } = workspace;
					await receive(reply, { parts, target, expected: entry, signal, onBytes });
				},
				onFailure: (error) => refuseOld(error, stopping),
			});
			return true;
		} catch (error) {
			const isOther =
				error instanceof ContentError || (error instanceof StatusError && !error.mayPass);
			if (!isOther || !isHostFile(entry.path)) throw error;
			// The host's answer to a file that it hides, a page perhaps, and not a newer version of it.
			const { pointer } = await fetchPointer(source);
			if (pointer.build !== release.pointer.build) throw new MovedOn();
			withheld.add(entry.path);
			return false;
		}
	};
}
