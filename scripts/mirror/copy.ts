/** Copies a release of a published tree: finds what is not here, gets it, and makes it the current release. */
import { POINTER_FILE, SIGNATURE_FILE, urlOf } from "./addresses.ts";
import { invalid, MirrorError, RefusedError, TransferError } from "./errors.ts";
import { exportOf, isExport } from "./exports.ts";
import { listedFiles } from "./listed-files.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import { isLeftOut, isMedium, pathFaults } from "./published-paths.ts";
import type { Provenance, WantedFile } from "./release.ts";
import { addRelease, saysSame, useAgain } from "./release-folder.ts";
import type { Outcome, Run } from "./run.ts";
import { Superseded, Transfer } from "./transfer.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedKey,
	trustedSignature,
	warnOfAge,
} from "./trust.ts";

/** How often a run starts over because the source has published another release meanwhile. */
const MAX_RESTARTS = 5;

/** Throws a MirrorError; the current release is then unchanged. */
export async function copyTree(run: Run, first: PointerText): Promise<Outcome> {
	refuseOtherSource(run);
	warnOfAge(run, first);
	let latest = first;
	for (let restarts = 0; ; restarts++) {
		try {
			return await copyRelease(run, latest);
		} catch (error) {
			// What is not signed, or not valid, may be of a release that was published just now.
			const isNew = error instanceof Superseded;
			const now = isNew ? error.now : await fetchPointer(run).catch(() => undefined);
			if (now === undefined || now.text === latest.text) throw error;
			if (restarts === MAX_RESTARTS) {
				throw new MirrorError(
					`${run.url}: published a new release ${restarts + 1} times during this run; run this again when the source is quiet`,
				);
			}
			run.report.note("the source has published another release; going on with that one");
			latest = now;
		}
	}
}

async function copyRelease(run: Run, latest: PointerText): Promise<Outcome> {
	const { options, pool, http, url: source, date } = run;
	const { build, count, serial, published } = latest.pointer;
	const without = [...(options.pages ? [] : ["pages"]), ...(options.media ? [] : ["media"])];
	const about: Omit<Provenance, "media"> = {
		...({ version: 1, kind: "tree", source, date, count, build, published, failed: [] } as const),
		without: without as Provenance["without"],
		key: trustedKey(run, latest.pointer.key),
		serial,
	};
	if (run.latest && !options.recheck && saysSame(run.latest.provenance, about)) {
		const none = { fetched: 0, bytes: 0, kept: 0, files: 0, requests: http.requests };
		return { ...about, ...none, ...useAgain(run, run.latest) };
	}
	refuseRollback(run, latest);
	refuseShrink(run, "clips", count);
	const signature = await trustedSignature(run, latest);
	const transfer = new Transfer(run, latest);
	const { wanted, media } = await wantedFiles(run, latest, transfer, about.without);
	const missing = wanted.filter((file) => pool.find(file) === undefined);
	const listing = transfer.fetched;
	let made = 0;
	if (!options.dryRun) {
		const isMade = ({ path }: WantedFile): boolean => run.latest !== undefined && isExport(path);
		await transfer.fetchAll(missing.filter((file) => !isMade(file)));
		const tree = { pointer: latest.pointer, store: transfer.store };
		for (const file of missing.filter(isMade)) {
			// Whatever keeps it from being made, it can be fetched.
			const making = exportOf(tree, file.path).then((content) => pool.save(content, file));
			await making.then(() => made++).catch(() => transfer.fetchAll([file]));
		}
	}
	const { failed } = transfer;
	const files = new Map<string, string>([[POINTER_FILE, await pool.save([latest.text])]]);
	if (signature !== undefined) files.set(SIGNATURE_FILE, await pool.save([signature]));
	for (const file of wanted) {
		const hash = pool.find(file);
		if (hash !== undefined) files.set(file.path, hash);
	}
	const current = addRelease(run, files, { ...about, media, failed });
	const here = wanted.length + 1 - failed.length;
	const fetched = listing + missing.length - made - failed.length;
	const bytes = options.dryRun ? sizeOf(missing) : http.bytes;
	const numbers = {
		files: here,
		fetched,
		kept: here - fetched - 1,
		bytes,
		requests: http.requests,
	};
	return { ...about, failed, ...numbers, ...current };
}

/** The bytes of files, as far as they are known. */
function sizeOf(files: readonly WantedFile[]): number {
	return files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** The files to be copied, without the pointer. Throws a MirrorError if they must not be taken. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	{ store }: Transfer,
	without: Provenance["without"],
): Promise<{ wanted: readonly WantedFile[]; media: number }> {
	const { options } = run;
	const url = urlOf(run.url, POINTER_FILE).href;
	const listed = await listedFiles(pointer, store, { ...options, url }).catch((error) => {
		if (!(options.pages && error instanceof TransferError && error.isOther)) throw error;
		throw new MirrorError(
			`${error.message}; if the source is a mirror without precomputed pages, run this without --pages`,
		);
	});
	const faults = pathFaults(listed, POINTER_FILE);
	if (faults.length > 0) throw invalid(url, faults);
	const media = listed.filter(({ path }) => isMedium(path)).length;
	refuseShrink(run, "media", media);
	const wanted = listed.filter(({ path }) => !isLeftOut(path, without));
	const bytes = pointer.bytes + sizeOf(wanted);
	const most = options.maxGigabytes * 1e9;
	if (bytes <= most) return { wanted, media };
	throw new RefusedError(
		`${url}: lists ${bytes} bytes, more than ${most}; nothing was fetched; if that is right, allow them with --max-gigabytes N`,
	);
}
