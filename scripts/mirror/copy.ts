/** Copies a release of a published tree: finds what is not here, gets it, and makes it the current release. */
import { Draft } from "./draft.ts";
import { readSums } from "./fixity.ts";
import { isMakeable } from "./made-files.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import { POINTER, readRelease, SIGNATURE, urlOf, type WantedFile } from "./release.ts";
import type { Outcome } from "./report.ts";
import type { Run } from "./run.ts";
import { Stock, salvage } from "./stock.ts";
import { Transfer } from "./transfer.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
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
		const draft = new Draft(run.folder);
		try {
			return await copyRelease(run, latest, draft);
		} catch (error) {
			draft.close();
			// What could not be had, or was not signed, may be of a release that was published just now.
			const now = await fetchPointer(run).catch(() => undefined);
			if (now === undefined || now.text === latest.text || restarts === MAX_RESTARTS) throw error;
			run.report.note("the source has published another release; going on with that one");
			if (!run.options.dryRun) salvage(draft.folder, run.place.stock);
			latest = now;
		}
	}
}

async function copyRelease(run: Run, latest: PointerText, draft: Draft): Promise<Outcome> {
	const { current, options, place, http, media } = run;
	const { build, count } = latest.pointer;
	const about = { kind: "tree" as const, build, count, failed: [] };
	const isSame = current !== undefined && isRelease(run, latest);
	if (isSame && !options.recheck) {
		const none = { files: 0, fetched: 0, bytes: 0, made: 0, kept: 0, requests: http.requests };
		return { ...about, ...none, status: "unchanged", release: current.name };
	}
	refuseRollback(run, latest);
	refuseShrink(run, "clips", current?.provenance.count ?? 0, count);
	const signature = await trustedSignature(run, latest);
	const stock = new Stock(run);
	const transfer = new Transfer(run, latest, draft, stock);
	const wanted = await wantedFiles(run, latest, transfer).catch((error) => {
		// Lists alone are no work that the next run could go on with.
		draft.discard();
		throw error;
	});
	const missing = wanted.filter((file) => stock.find(file) === undefined);
	const files = wanted.length + 1;
	const kept = wanted.length - missing.length;
	const facts = (made: number, bytes: number) => {
		const fetched = missing.length - made;
		return { ...about, files, kept, fetched, bytes, made, requests: http.requests };
	};
	if (missing.length === 0 && isSame) {
		return { ...facts(0, 0), status: "unchanged", release: current.name };
	}
	if (options.dryRun) {
		const made = missing.filter(({ path }) => isMakeable(path, current !== undefined)).length;
		const bytes = missing.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
		return { ...facts(made, bytes), status: "dry run" };
	}
	await transfer.addAll(wanted);
	draft.writeText(POINTER, latest.text);
	if (signature !== undefined) draft.writeText(SIGNATURE, signature);
	const { serial, published, key } = latest.pointer;
	const release = draft.publish(
		place,
		{
			version: 1,
			...about,
			source: run.url,
			date: run.date,
			media,
			// A key that the release is not signed with is worth nothing.
			key: signature && key,
			serial,
			published,
		},
		options.keep,
	);
	return { ...facts(transfer.made, transfer.bytes), status: "mirrored", release };
}

/** The files of the release that this mirror is to hold, but the pointer. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	transfer: Transfer,
): Promise<WantedFile[]> {
	const { current, media, options, url } = run;
	const source = { store: transfer.store, part: (name: string) => transfer.part(name) };
	const files = await readRelease(pointer, source, urlOf(url, POINTER).href, options);
	if (!media) return files.filter(({ path }) => !isMedia(path));
	const before = current === undefined ? [] : [...readSums(current.folder).keys()];
	const after = files.map(({ path }) => path);
	refuseShrink(run, "media", before.filter(isMedia).length, after.filter(isMedia).length);
	return files;
}

function isMedia(path: string): boolean {
	return path.startsWith("media/");
}

/** Whether the current release is the same as the source's. */
function isRelease({ current, url, media, options }: Run, { pointer }: PointerText): boolean {
	const { build, key } = pointer;
	const { provenance: own } = current ?? {};
	const isKey = own?.key === key && (options.key ?? key) === key;
	return isKey && own?.build === build && own.source === url && own.media === media;
}
