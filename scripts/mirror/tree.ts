/** Mirrors a published tree: finds out what is new, fetches it, and switches when all of it is right. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../publish/tree-writer.ts";
import {
	type Assembled,
	assemble,
	byContent,
	carryOver,
	type FetchOne,
	total,
} from "./assemble.ts";
import type { Outcome, Tell } from "./events.ts";
import { ContentError, MirrorError, StatusError, type TransferError } from "./failures.ts";
import { type FetchedRelease, fetchPointer, fetchRelease } from "./fetch-release.ts";
import { sizeOf } from "./hash-file.ts";
import { entryOf, type Holding, readHolding, refuseClashes } from "./holding.ts";
import { isHostFile } from "./host-files.ts";
import { receive } from "./receive.ts";
import type { MirrorRecord } from "./record.ts";
import { LATEST, MANIFEST } from "./release.ts";
import type { Source } from "./source.ts";
import { IncompleteError } from "./transfer.ts";
import { exchange, readHeld, updateHeld, type Workspace } from "./workspace.ts";

export interface MirrorOptions {
	readonly concurrency: number;
	/** Whether media are wanted; as the last time when undefined. */
	readonly media?: boolean | undefined;
	/** Whether files go that are of no release. */
	readonly delete: boolean;
	readonly dryRun: boolean;
	/** Whether every file is hashed, though the release is the one that is held. */
	readonly recheck?: boolean;
	/** The one build that is taken; any when undefined. */
	readonly onlyBuild?: string | undefined;
}

/** What one run works with. */
export interface Run {
	readonly source: Source;
	readonly workspace: Workspace;
	readonly options: MirrorOptions;
	readonly tell: Tell;
}

/** How often a run begins anew because the source published another release under way. */
const RESTARTS = 5;

/** The source has another release by now. */
class MovedOn extends Error {}

/** Throws a MirrorError; then what is published in the folder is untouched. */
export async function mirrorTree(
	run: Run,
	first: Awaited<ReturnType<typeof fetchPointer>>,
): Promise<Outcome> {
	const { source, workspace, tell } = run;
	const record = readHeld(workspace);
	const known = { folder: workspace.live, record };
	let latest = first;
	for (let restart = 0; ; restart++) {
		const release = await fetchRelease(source, known, latest);
		refuseOtherBuild(run, release.pointer.build);
		try {
			return await takeOver(run, record, release);
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

/** What of a release is wanted here, and what is to become of what is held. */
interface Plan {
	readonly release: FetchedRelease;
	readonly holding: Holding;
	readonly media: boolean;
	/** Files to hold, without the pointer and the manifest. */
	readonly wanted: readonly FileEntry[];
	/** The pointer and the manifest. */
	readonly described: readonly FileEntry[];
	/** Files of the user's own that stay. */
	readonly own: readonly string[];
	readonly deleted: readonly string[];
}

function planFor(
	{ workspace, options }: Run,
	record: MirrorRecord | undefined,
	release: FetchedRelease,
): Plan {
	const holding = readHolding(workspace.live, record, workspace.name);
	const media = options.media ?? record?.media ?? true;
	const wanted = release.files.filter(({ path }) => media || !path.startsWith("media/"));
	const described = [entryOf(MANIFEST, release.manifestText), entryOf(LATEST, release.pointerText)];
	const paths = new Set([...wanted, ...described].map(({ path }) => path));
	const own = options.delete ? [] : holding.own;
	refuseClashes(own, [...paths], workspace.name);
	const gone = [...holding.files.keys()].filter((path) => !paths.has(path));
	return {
		release,
		holding,
		media,
		wanted,
		described,
		own,
		deleted: [...gone, ...(options.delete ? holding.own : [])].sort(),
	};
}

async function takeOver(
	run: Run,
	record: MirrorRecord | undefined,
	release: FetchedRelease,
): Promise<Outcome> {
	const { workspace, options, tell, source } = run;
	const plan = planFor(run, record, release);
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
		own: plan.own.length,
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
	carryOver(workspace, plan.own);
	mkdirSync(workspace.staging, { recursive: true });
	writeFileSync(join(workspace.staging, MANIFEST), release.manifestText);
	writeFileSync(join(workspace.staging, LATEST), release.pointerText);
	source.signal.throwIfAborted();
	exchange(workspace, { ...next, withheld: [...withheld] });
	return outcome("mirrored", done);
}

/** The wanted files that are not held, by their sizes and by what the held release declares. */
async function unlike(
	{ wanted, described, holding }: Plan,
	live: string,
	withheld: ReadonlySet<string>,
): Promise<FileEntry[]> {
	const found: FileEntry[] = [];
	for (const entry of [...wanted, ...described]) {
		if (withheld.has(entry.path)) continue;
		const isDeclared = holding.files.get(entry.path)?.sha256 === entry.sha256;
		const isThere = isDeclared && (await sizeOf(join(live, entry.path))) === entry.bytes;
		if (!isThere) found.push(entry);
	}
	return found;
}

/** What a run would do, going by what the held release declares. */
function expected({ wanted, holding }: Plan, missing: readonly FileEntry[]): Assembled {
	const held = byContent([...holding.files.values()]);
	const absent = new Set(missing.map(({ path }) => path));
	const toFetch = wanted.filter(({ path, sha256 }) => {
		const elsewhere = held.get(sha256)?.some((twin) => !absent.has(twin.path));
		return absent.has(path) && elsewhere !== true;
	});
	const firsts = [...byContent(toFetch).values()].flatMap((same) => same.slice(0, 1));
	return { fetched: firsts.length, bytes: total(firsts), kept: wanted.length - firsts.length };
}

/** Fetches files of one release, and notices when the source has another. */
function releaseFetcher(
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
	return async (entry, { target, onBytes, stopping }) => {
		try {
			await source.get({
				url: source.at(entry.path),
				isPromised: !isHostFile(entry.path),
				take: async (reply) => {
					const { signal } = source;
					const { parts } = workspace;
					await receive(reply, { parts, target, expected: entry, signal, onBytes });
				},
				onFailure: (error) => refuseOld(error, stopping),
			});
			return true;
		} catch (error) {
			const isKept = error instanceof StatusError && !error.mayPass && isHostFile(entry.path);
			if (!isKept) throw error;
			withheld.add(entry.path);
			return false;
		}
	};
}
