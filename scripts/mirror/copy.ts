/** Copies a release of a published tree: finds what is not here, gets it, and makes it the current release. */
import type { Outcome } from "./commands.ts";
import { Draft } from "./draft.ts";
import { readSums, Stock, salvage } from "./fixity.ts";
import { isMakeable } from "./made-files.ts";
import {
	fetchPointer,
	type PointerText,
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedSignature,
	warnOfAge,
} from "./pointer.ts";
import { POINTER, readRelease, SIGNATURE, urlOf, type WantedFile } from "./release.ts";
import type { Run } from "./run.ts";
import { Transfer } from "./transfer.ts";

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
	const { current, options, place, http, url: source, date } = run;
	const { build, count, serial, published, key } = latest.pointer;
	const about = { version: 1, kind: "tree", source, date, count, build, failed: [] } as const;
	const isSame = isRelease(run, latest);
	if (isSame && !options.recheck) {
		const none = { files: 0, fetched: 0, bytes: 0, made: 0, kept: 0, requests: http.requests };
		return { ...about, ...none, status: "unchanged", release: current?.name };
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
	const [files, kept] = [wanted.length + 1, wanted.length - missing.length];
	const outcome = (status: Outcome["status"], made: number, bytes: number): Outcome => {
		const fetched = missing.length - made;
		return { ...about, status, files, kept, fetched, bytes, made, requests: http.requests };
	};
	if (missing.length === 0 && isSame) {
		return { ...outcome("unchanged", 0, 0), release: current?.name };
	}
	if (options.dryRun) {
		const made = missing.filter(({ path }) => isMakeable(path, current !== undefined)).length;
		const bytes = missing.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
		return outcome("dry run", made, bytes);
	}
	await transfer.addAll(wanted);
	draft.writeText(POINTER, latest.text);
	if (signature !== undefined) draft.writeText(SIGNATURE, signature);
	// A key that the release is not signed with is worth nothing.
	const provenance = { ...about, failed: [], key: signature && key, serial, published };
	const release = draft.publish(place, provenance, options.keep);
	return { ...outcome("mirrored", transfer.made, http.bytes), release };
}

/** The files of the release but the pointer. Throws a MirrorError if they must not be taken. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	transfer: Transfer,
): Promise<WantedFile[]> {
	const { current, options, url } = run;
	const source = { store: transfer.store, part: (name: string) => transfer.part(name) };
	const files = await readRelease(pointer, source, urlOf(url, POINTER).href, options);
	const mediaOf = (paths: readonly string[]): number =>
		paths.filter((path) => path.startsWith("media/")).length;
	const before = current === undefined ? [] : [...readSums(current.folder).keys()];
	refuseShrink(run, "media", mediaOf(before), mediaOf(files.map(({ path }) => path)));
	return files;
}

/** Whether the current release is the same as the source's. */
function isRelease({ current, url, options }: Run, { pointer }: PointerText): boolean {
	const { build, key } = pointer;
	const own = current?.provenance;
	const isKey = own?.key === key && (options.key ?? key) === key;
	return isKey && own?.build === build && own.source === url;
}
