/** Mirrors a published tree: plans what to fetch, assembles the release, and switches to it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Assembled, assemble } from "./assembly.ts";
import { MirrorError } from "./errors.ts";
import {
	type FetchedPointer,
	type FetchedRelease,
	fetchPointer,
	fetchRelease,
	OutdatedError,
	releaseFetcher,
} from "./fetch-release.ts";
import { totalBytes } from "./file-content.ts";
import { type MirrorRecord, writeRecord } from "./record.ts";
import { MANIFEST, POINTER } from "./release.ts";
import { forecast, missingFiles, planFor } from "./release-plan.ts";
import type { Outcome, RunContext } from "./run-context.ts";
import { IncompleteError } from "./transfer.ts";
import { carryOver } from "./user-files.ts";
import { switchToStaged } from "./workspace.ts";

/** How often a run starts over because the source has published another release meanwhile. */
const MAX_RESTARTS = 5;

/** Throws a MirrorError; the published files are then unchanged. */
export async function mirrorRelease(context: RunContext, first: FetchedPointer): Promise<Outcome> {
	let latest: FetchedPointer | undefined = first;
	for (let restart = 0; ; restart++) {
		const release = await fetchRelease(context, latest);
		refuseOtherBuild(context, release.pointer.build);
		try {
			return await takeOver(context, release);
		} catch (error) {
			const isOutdated = error instanceof OutdatedError;
			if (!isOutdated && !(error instanceof IncompleteError)) throw error;
			if (restart >= MAX_RESTARTS) {
				throw isOutdated ? new MirrorError(ALWAYS_OUTDATED) : error;
			}
			// If the failed release is no longer current, its failures do not matter.
			latest = await fetchPointer(context).catch(() => undefined);
			const isSame = latest === undefined || latest.pointer.build === release.pointer.build;
			if (!isOutdated && isSame) throw error;
			context.report({
				event: "note",
				message: "the source has published another release; continuing with that one",
			});
		}
	}
}

const ALWAYS_OUTDATED = `the source published a release ${MAX_RESTARTS + 1} times during this run; run it again when the source is quiet`;

function refuseOtherBuild({ source, workspace, options }: RunContext, build: string): void {
	if (options.onlyBuild === undefined || options.onlyBuild === build) return;
	const url = source.url.href.replace(/\/$/, "");
	throw new MirrorError(
		`${workspace.name}: contains build ${options.onlyBuild.slice(0, 16)}, but ${url} now has ${build.slice(0, 16)}; update it with: npm run mirror -- ${url} ${workspace.name}`,
	);
}

async function takeOver(context: RunContext, release: FetchedRelease): Promise<Outcome> {
	const { workspace, options, record, report, source } = context;
	const plan = planFor(context, release);
	const { build } = release.pointer;
	report({ event: "release", build, files: plan.wanted.length, bytes: totalBytes(plan.wanted) });
	const withheld = new Set(record?.withheld);
	const missing = await missingFiles(context, plan, withheld);
	const outcome = (status: Outcome["status"], done: Assembled): Outcome => ({
		status,
		kind: "release",
		build,
		count: release.pointer.count,
		media: plan.media,
		...done,
		deleted: plan.deleted,
		own: plan.own,
		withheld: [...withheld].filter((path) => plan.wanted.some((entry) => entry.path === path)),
		requests: source.http.requests,
		warnings: [],
	});
	const isCurrent = missing.length === 0 && plan.deleted.length === 0;
	if (options.dryRun)
		return outcome(
			isCurrent ? "unchanged" : "dry run",
			forecast(context.inventory, plan.wanted, missing),
		);

	const newRecord = (): MirrorRecord => ({
		version: 1,
		kind: "release",
		build,
		source: source.url.href,
		media: plan.media,
		validators: release.validators,
		withheld: [...withheld],
		files: [...plan.wanted, ...plan.metadata],
	});
	if (isCurrent && options.recheck !== true) {
		writeRecord(workspace.held, newRecord());
		return outcome("unchanged", { fetched: 0, bytes: 0, kept: plan.wanted.length });
	}
	withheld.clear();
	const done = await assemble({
		workspace,
		inventory: context.inventory,
		wanted: plan.wanted,
		concurrency: options.concurrency,
		signal: source.signal,
		fetch: releaseFetcher(context, release, withheld),
		report,
	});
	if (!options.delete) carryOver(workspace, context.inventory.declared, plan.paths);
	mkdirSync(workspace.staging, { recursive: true });
	writeFileSync(join(workspace.staging, MANIFEST), release.manifestText);
	writeFileSync(join(workspace.staging, POINTER), release.pointerText);
	source.signal.throwIfAborted();
	switchToStaged(workspace, newRecord());
	return outcome("mirrored", done);
}
