/** Mirrors a published tree: finds out what is new, fetches it, and switches when all of it is right. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Assembled, assemble } from "./assemble.ts";
import { total } from "./contents.ts";
import type { Outcome } from "./events.ts";
import { MirrorError } from "./failures.ts";
import { MovedOn, releaseFetcher } from "./fetch-file.ts";
import {
	type FetchedPointer,
	type FetchedRelease,
	fetchPointer,
	fetchRelease,
} from "./fetch-release.ts";
import { carryOver } from "./own-files.ts";
import { expected, planFor, unlike } from "./plan.ts";
import type { MirrorRecord } from "./record.ts";
import { LATEST, MANIFEST } from "./release.ts";
import type { Run } from "./run.ts";
import { IncompleteError } from "./transfer.ts";
import { exchange, updateHeld } from "./workspace.ts";

/** How often a run begins anew because the source published another release under way. */
const RESTARTS = 5;

/** Throws a MirrorError; then what is published in the folder is untouched. */
export async function mirrorTree(run: Run, first: FetchedPointer): Promise<Outcome> {
	const { source, workspace, record, tell } = run;
	const known = { folder: workspace.live, record };
	let latest: FetchedPointer | undefined = first;
	for (let restart = 0; ; restart++) {
		const release = await fetchRelease(source, known, latest);
		refuseOtherBuild(run, release.pointer.build);
		try {
			return await takeOver(run, release);
		} catch (error) {
			if (!(error instanceof MovedOn || error instanceof IncompleteError)) throw error;
			if (restart >= RESTARTS) throw error instanceof MovedOn ? restless() : error;
			// Whatever went wrong with a release that is gone says nothing of the new one.
			latest = await fetchPointer(source, known).catch(() => undefined);
			const isSame = latest === undefined || latest.pointer.build === release.pointer.build;
			if (error instanceof IncompleteError && isSame) throw error;
			tell({
				event: "note",
				message: "the source has published another release; going on with it",
			});
		}
	}
}

function refuseOtherBuild({ source, workspace, options }: Run, build: string): void {
	if (options.onlyBuild === undefined || options.onlyBuild === build) return;
	const url = source.url.href.replace(/\/$/, "");
	throw new MirrorError(
		`${workspace.name}: holds build ${options.onlyBuild.slice(0, 16)}, and ${url} has ${build.slice(0, 16)} by now; bring it up to date with: npm run mirror -- ${url} ${workspace.name}`,
	);
}

function restless(): MirrorError {
	return new MirrorError(
		`the source published a release ${RESTARTS + 1} times during this run; run it again when it is at rest`,
	);
}

async function takeOver(run: Run, release: FetchedRelease): Promise<Outcome> {
	const { workspace, options, record, tell, source } = run;
	const plan = planFor(run, release);
	const { build } = release.pointer;
	tell({ event: "release", build, files: plan.wanted.length, bytes: total(plan.wanted) });
	const withheld = new Set(record?.withheld);
	const missing = await unlike(plan, workspace.live, withheld);
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
		requests: source.requests,
		warnings: [],
	});
	const isHeld = missing.length === 0 && plan.deleted.length === 0;
	if (options.dryRun) return outcome(isHeld ? "unchanged" : "dry run", expected(plan, missing));

	const next: MirrorRecord = {
		version: 1,
		kind: "release",
		build,
		source: source.url.href,
		media: plan.media,
		validators: release.validators,
		withheld: [],
		files: [...plan.wanted, ...plan.described],
	};
	if (isHeld && options.recheck !== true) {
		updateHeld(workspace, { ...next, withheld: [...withheld] });
		return outcome("unchanged", { fetched: 0, bytes: 0, kept: plan.wanted.length });
	}
	withheld.clear();
	const done = await assemble({
		workspace,
		holding: plan.holding,
		wanted: plan.wanted,
		concurrency: options.concurrency,
		signal: source.signal,
		fetch: releaseFetcher(run, release, withheld),
		tell,
	});
	if (!options.delete) carryOver(workspace, plan.holding.declared, plan.paths);
	mkdirSync(workspace.staging, { recursive: true });
	writeFileSync(join(workspace.staging, MANIFEST), release.manifestText);
	writeFileSync(join(workspace.staging, LATEST), release.pointerText);
	source.signal.throwIfAborted();
	exchange(workspace, { ...next, withheld: [...withheld] });
	return outcome("mirrored", done);
}
