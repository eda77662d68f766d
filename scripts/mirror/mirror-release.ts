/** Mirrors a published tree: finds out what is not here, gets it, and switches to the new release. */
import { DamagedTree } from "../tree/store.ts";
import { assemble } from "./assembly.ts";
import { contentFile, saveContent } from "./content-folder.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { fetchPointer, OutdatedError, ReleaseFetcher } from "./fetch-release.ts";
import { sum } from "./file-content.ts";
import { obtain } from "./obtain.ts";
import { type MirrorRecord, writeRecord } from "./record.ts";
import { type PointerText, type Release, readRelease } from "./release.ts";
import {
	forecast,
	type Located,
	locate,
	planFor,
	type ReleasePlan,
	type Work,
} from "./release-plan.ts";
import type { Outcome, RunContext } from "./run-context.ts";
import { IncompleteError } from "./transfer.ts";
import { carryOver } from "./user-files.ts";
import { switchToStaged } from "./workspace.ts";

/** How often a run starts over because the source has published another release meanwhile. */
const MAX_RESTARTS = 5;

const ALWAYS_OUTDATED = `the source published a release ${MAX_RESTARTS + 1} times during this run; run it again when the source is quiet`;

/** Throws a MirrorError; the published files are then unchanged. */
export async function mirrorRelease(context: RunContext, first: PointerText): Promise<Outcome> {
	let latest = first;
	for (let restart = 0; ; restart++) {
		refuseOtherBuild(context, latest.pointer.build);
		try {
			return await takeOver(context, latest);
		} catch (error) {
			const isOutdated = error instanceof OutdatedError;
			if (!isOutdated && !(error instanceof IncompleteError)) throw error;
			if (restart >= MAX_RESTARTS) {
				throw isOutdated ? new MirrorError(ALWAYS_OUTDATED) : error;
			}
			// If the failed release is no longer current, its failures do not matter.
			const now = await fetchPointer(context).catch(() => latest);
			if (!isOutdated && now.pointer.build === latest.pointer.build) throw error;
			latest = now;
			context.report({
				event: "note",
				message: "the source has published another release; continuing with that one",
			});
		}
	}
}

function refuseOtherBuild({ source, workspace, options }: RunContext, build: string): void {
	if (options.onlyBuild === undefined || options.onlyBuild === build) return;
	const url = source.url.href.replace(/\/$/, "");
	throw new MirrorError(
		`${workspace.name}: contains build ${options.onlyBuild.slice(0, 16)}, but ${url} now has ${build.slice(0, 16)}; update it with: npm run mirror -- ${url} ${workspace.name}`,
	);
}

async function takeOver(context: RunContext, latest: PointerText): Promise<Outcome> {
	const { workspace, options } = context;
	const fetcher = new ReleaseFetcher(context, latest);
	const release = await fetchRelease(context, latest, fetcher);
	const plan = await planFor(context, release);
	const { wanted, isCurrent } = plan;
	const bytes = sum(wanted, plan.sizeOf);
	const { build } = release.pointer;
	context.report({ event: "release", build, files: wanted.length, bytes });
	const record = recordOf(plan);
	if (isCurrent && options.recheck !== true) {
		if (!options.dryRun) writeRecord(workspace.held, record);
		const kept = wanted.length - 1;
		return outcomeOf(context, plan, "unchanged", { fetched: 0, bytes: 0, made: 0, kept });
	}
	await saveContent(workspace, [latest.text]);
	const located = await locate(context, plan);
	const work = forecast(plan, located, fetcher);
	if (options.dryRun) return outcomeOf(context, plan, "dry run", work);
	const made = await obtain(context, plan, located.missing, fetcher);
	assemble(workspace, allPlaces(context, located));
	if (!options.delete) {
		carryOver(
			workspace,
			context.inventory.declared,
			wanted.map(({ path }) => path),
		);
	}
	context.source.signal.throwIfAborted();
	switchToStaged(workspace, record);
	const fetched = [...fetcher.fetched.values()];
	const fetchedBytes = sum(fetched, ({ bytes }) => bytes);
	const done = { fetched: fetched.length, bytes: fetchedBytes, made, kept: work.kept };
	return outcomeOf(context, plan, "mirrored", done);
}

/** The release that a pointer leads to, with what must be fetched to know it. */
async function fetchRelease(
	{ source }: RunContext,
	latest: PointerText,
	fetcher: ReleaseFetcher,
): Promise<Release> {
	try {
		return await readRelease(latest, fetcher.store, (path) => source.urlOf(path).href);
	} catch (error) {
		if (error instanceof DamagedTree) {
			throw new MirrorError(
				`${source.url.href}: is invalid; nothing was written: ${error.message}`,
			);
		}
		if (!(error instanceof TransferError)) throw error;
		throw new MirrorError(`${error.url}: ${error.message}; the files published here are unchanged`);
	}
}

function allPlaces({ workspace }: RunContext, { places, missing }: Located): Map<string, string> {
	const obtained = missing.map((file) => [file.path, contentFile(workspace, file)] as const);
	return new Map([...places, ...obtained]);
}

function recordOf({ release, media, wanted }: ReleasePlan): MirrorRecord {
	return {
		version: 1,
		kind: "release",
		build: release.pointer.build,
		media,
		validators: {},
		files: [...wanted],
	};
}

function outcomeOf(
	{ source }: RunContext,
	{ release, media, own, deleted }: ReleasePlan,
	status: Outcome["status"],
	work: Work,
): Outcome {
	const { build, count } = release.pointer;
	const { requests } = source.http;
	return {
		status,
		kind: "release",
		build,
		count,
		media,
		...work,
		deleted,
		own,
		requests,
		warnings: [],
	};
}
