/** Copies a release of a published tree: finds what is not here, gets it, and makes it the current release. */
import { Draft } from "./draft.ts";
import { MirrorError } from "./errors.ts";
import { PROVENANCE, readSums } from "./fixity.ts";
import { isMakeable } from "./made-files.ts";
import { type HeldRelease, pointTo } from "./place.ts";
import { fetchPointer, Outdated, type PointerText, refuseOutdated } from "./pointer.ts";
import { POINTER, readRelease, SIGNATURE, urlOf } from "./release.ts";
import type { Outcome } from "./report.ts";
import type { Run } from "./run.ts";
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
	let latest = first;
	refuseOtherSource(run);
	warnOfAge(run, first);
	for (let restart = 0; restart <= MAX_RESTARTS; restart++) {
		try {
			return await copyRelease(run, latest);
		} catch (error) {
			if (!(error instanceof Outdated)) throw error;
			latest = (await fetchPointer(run)) ?? latest;
			run.report.note("the source has published another release; going on with that one");
		}
	}
	throw new MirrorError(
		`${run.url}: published a new release ${MAX_RESTARTS + 1} times during this run; run this again when it is quiet`,
	);
}

async function copyRelease(run: Run, latest: PointerText): Promise<Outcome> {
	const { options, place, http } = run;
	const { build, count } = latest.pointer;
	const none = { files: 0, fetched: 0, bytes: 0, made: 0, kept: 0, dropped: 0, failed: [] };
	const outcome = (status: Outcome["status"], facts: Partial<Outcome>): Outcome => {
		return { status, kind: "tree", build, count, ...none, requests: http.requests, ...facts };
	};
	const same = sameRelease(run, latest);
	if (same?.isCurrent && !options.recheck) return outcome("unchanged", { release: same.name });
	const signature = await trustOf(run, latest);
	if (same !== undefined && !options.recheck) {
		if (!options.dryRun) pointTo(place, same.name);
		return outcome("unchanged", { release: same.name });
	}
	const draft = new Draft(place);
	try {
		const facts = await fill(run, latest, draft, same);
		if (facts.status !== "mirrored") return outcome(facts.status, facts);
		draft.writeText(POINTER, latest.text);
		if (signature !== undefined) draft.writeText(SIGNATURE, signature);
		const provenance = provenanceOf(run, latest, signature !== undefined);
		return outcome("mirrored", { ...facts, release: draft.publish(provenance, options.keep) });
	} catch (error) {
		await draft.close();
		throw error;
	}
}

/** Puts all files into the draft, unless there is nothing to do, or this is a dry run. */
async function fill(
	run: Run,
	latest: PointerText,
	draft: Draft,
	same: HeldRelease | undefined,
): Promise<Partial<Outcome> & Pick<Outcome, "status">> {
	const { current, media, options } = run;
	const transfer = new Transfer(run, latest, draft);
	const files = await filesOf(run, latest, transfer).catch(async (error) => {
		await draft.close();
		// Lists alone are no work that the next run could go on with.
		if (!draft.isResumed) draft.discard();
		throw error;
	});
	const wanted = files.filter(({ path }) => media || !isMedia(path));
	const before = current === undefined ? [] : [...readSums(current.folder).keys()];
	const after = new Set([...wanted.map(({ path }) => path), POINTER, SIGNATURE, PROVENANCE]);
	if (media) {
		refuseShrink(run, "media", before.filter(isMedia).length, [...after].filter(isMedia).length);
	}
	const missing = wanted.filter((file) => transfer.held(file) === undefined);
	const facts = {
		files: wanted.length + 1,
		kept: wanted.length - missing.length,
		dropped: before.filter((path) => !after.has(path)).length,
	};
	if (missing.length === 0 && same?.isCurrent) {
		draft.discard();
		return { ...facts, status: "unchanged", release: same.name };
	}
	if (options.dryRun) {
		const made = missing.filter(({ path }) => isMakeable(path, current !== undefined)).length;
		const bytes = missing.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
		return { ...facts, status: "dry run", fetched: missing.length - made, bytes, made };
	}
	await transfer.addAll(wanted);
	const { made, bytes } = transfer;
	return { ...facts, status: "mirrored", fetched: missing.length - made, bytes, made };
}

async function filesOf(run: Run, { pointer }: PointerText, transfer: Transfer) {
	const part = (name: string): Promise<string> => transfer.part(name);
	const url = urlOf(run.url, POINTER).href;
	return await readRelease(pointer, { store: transfer.store, part }, url, run.options);
}

function isMedia(path: string): boolean {
	return path.startsWith("media/");
}

/** A release that is here and is the same as the source's. */
function sameRelease({ held, url, media, options }: Run, { pointer }: PointerText) {
	const { build, key } = pointer;
	if (options.key !== undefined && options.key !== key) return undefined;
	const isSame = ({ provenance: own }: HeldRelease): boolean =>
		own.build === build && own.key === key && own.source === url && own.media === media;
	return held.findLast(isSame);
}

/** The signature, if the release must have one. Throws a RefusedError for a release that must not be taken. */
async function trustOf(run: Run, latest: PointerText): Promise<string | undefined> {
	try {
		refuseRollback(run, latest);
		refuseShrink(run, "clips", run.current?.provenance.count ?? 0, latest.pointer.count);
		return await trustedSignature(run, latest);
	} catch (error) {
		// The signature may be that of a release published just now.
		await refuseOutdated(run, latest);
		throw error;
	}
}

function provenanceOf({ url, date, media }: Run, { pointer }: PointerText, isSigned: boolean) {
	const { build, count, serial, published } = pointer;
	// A key that the release is not signed with is worth nothing.
	const key = isSigned ? pointer.key : undefined;
	const about = { source: url, date, count, media, build, key, serial, published, failed: [] };
	return { version: 1, kind: "tree", ...about } as const;
}
