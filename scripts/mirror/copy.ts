/** Copies a release of a published tree: fetches the files that are missing here, and makes DIR of them. */
import { POINTER_FILE, SIGNATURE_FILE, urlOf } from "./addresses.ts";
import { invalid, MirrorError, RefusedError, TransferError } from "./errors.ts";
import { finish, keep, saysSame } from "./finish.ts";
import { listedFiles } from "./listed-files.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import { PARTS, type Provenance, type WantedFile } from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";
import { isLeftOut, isMedium, pathFaults } from "./safe-paths.ts";
import { Transfer } from "./transfer.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedKey,
	trustedSignature,
} from "./trust.ts";

/** How often a run starts over because the source publishes a new release. */
const MAX_RESTARTS = 5;

/** Throws a MirrorError; DIR is then unchanged. */
export async function copyTree(run: Run, first: PointerText): Promise<Outcome> {
	refuseOtherSource(run);
	let latest = first;
	for (let restarts = 0; ; restarts++) {
		try {
			return await copyRelease(run, latest);
		} catch (error) {
			// The source may just have published a release, so that files of two releases were read.
			const now = await newer(run, latest);
			if (now === undefined) throw error;
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

/** The source's pointer, if it has changed since. */
async function newer(run: Run, { text }: PointerText): Promise<PointerText | undefined> {
	const now = await fetchPointer(run).catch(() => undefined);
	return now?.text === text ? undefined : now;
}

async function copyRelease(run: Run, latest: PointerText): Promise<Outcome> {
	const { held, options, unfinished, url: source, date } = run;
	const { build, count, serial, published } = latest.pointer;
	const without = PARTS.filter((part) => !options[part]);
	const about: Omit<Provenance, "media"> = {
		...({ version: 1, kind: "tree", source, date, count, build, published, failed: [] } as const),
		without,
		key: trustedKey(run, latest.pointer.key),
		serial,
	};
	refuseRollback(run, latest);
	refuseShrink(run, "clips", count);
	if (held && !options.recheck && saysSame(held, about)) {
		return keep(run, held, { files: 0, fetched: 0, kept: 0 });
	}
	const signature = await trustedSignature(run, latest);
	const transfer = new Transfer(run);
	const { wanted, media } = await wantedFiles(run, latest, transfer, without);
	await transfer.fetchAll(wanted);
	const failed = transfer.failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	if (failed.length > 0 && (await newer(run, latest))) {
		throw new MirrorError(`${run.url}: has published another release in the meantime`);
	}
	await unfinished.save(POINTER_FILE, [latest.text]);
	if (signature !== undefined) await unfinished.save(SIGNATURE_FILE, [signature]);
	const lacking = new Set(failed.map(({ what }) => what));
	const here = wanted.map(({ path }) => path).filter((path) => !lacking.has(path));
	const all = [POINTER_FILE, ...(signature === undefined ? [] : [SIGNATURE_FILE]), ...here];
	const { fetched } = transfer;
	return await finish(
		run,
		all,
		{ ...about, media, failed },
		{ fetched, kept: here.length - fetched },
	);
}

/** Lists the files to copy, except the pointer. Throws a MirrorError if the release must be refused. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	{ store }: Transfer,
	without: Provenance["without"],
): Promise<{ wanted: readonly WantedFile[]; media: number }> {
	const { options } = run;
	const url = urlOf(run.url, POINTER_FILE).href;
	const listed = await listedFiles(pointer, store, { ...options, url }).catch((error) => {
		if (!(options.pages && error instanceof TransferError && error.isAnswered)) throw error;
		throw new MirrorError(
			`${error.message}; if the source is a mirror without precomputed pages, run this without --pages`,
		);
	});
	const faults = pathFaults(listed, POINTER_FILE);
	if (faults.length > 0) throw invalid(url, faults);
	const media = listed.filter(({ path }) => isMedium(path)).length;
	refuseShrink(run, "media", media);
	const wanted = listed.filter(({ path }) => !isLeftOut(path, without));
	const bytes = wanted.reduce((sum, { bytes = 0 }) => sum + bytes, pointer.bytes);
	const most = options.maxGigabytes * 1e9;
	if (bytes <= most) return { wanted, media };
	throw new RefusedError(
		`${url}: lists ${bytes} bytes, more than ${most}; if you expect that many, allow them with --max-gigabytes N`,
	);
}
