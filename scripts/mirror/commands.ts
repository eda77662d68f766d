/** What `instants mirror` and its subcommands do, and what they report while they work and at their end. */
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { type OnProgress, progressBar } from "../console/progress.ts";
import { printable, sizeText } from "../console/text.ts";
import { EXIT, MirrorError } from "./errors.ts";
import type { Failure, Provenance } from "./fixity.ts";
import {
	type HeldRelease,
	heldReleases,
	type Place,
	placeOf,
	pointTo,
	withRunFolder,
} from "./place.ts";
import { MAX_PATH } from "./release.ts";
import { DEFAULTS, mirror, type RunRequest } from "./run.ts";
import { compare, exitCodeOf, type Verification, verify } from "./verify.ts";

export interface Report {
	readonly progress: OnProgress;
	/** Something that the user should know although the run goes on. */
	readonly note: (message: string) => void;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "kind" | "build" | "count"> {
	/** `partial`: what the source had of it is kept, and `failed` lists the rest. */
	readonly status: "mirrored" | "partial" | "unchanged" | "dry run";
	/** The name of the current release; undefined after a dry run. */
	readonly release?: string | undefined;
	/** Files of the release. */
	readonly files: number;
	/** Files fetched from the source, or that a dry run would fetch. */
	readonly fetched: number;
	/** The bytes that came from the source, decompressed; of a dry run those of the files, as far as they are known. */
	readonly bytes: number;
	/** Files made from the clips instead of being fetched. */
	readonly made: number;
	/** Files shared with earlier releases. */
	readonly kept: number;
	readonly requests: number;
	readonly failed: readonly Failure[];
}

type MirrorFlags = Omit<RunRequest, "url" | "dir" | "report" | "signal">;

/** Sets the exit code of a partial mirror. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const outcome = await withReport((report, signal) =>
		mirror({ ...flags, url, dir, report, signal }),
	);
	console.log(outcomeText(outcome, { ...DEFAULTS, ...flags }));
	if (outcome.status === "partial") process.exitCode = EXIT.partial;
}

interface VerifyFlags {
	/** A public key, or the URL of a source. */
	readonly against?: string;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, { against }: VerifyFlags): Promise<void> {
	const found = await withReport(async (report, signal) => {
		if (against !== undefined) await compare(dir, against, report, signal);
		return await verify(dir, report, signal);
	});
	process.exitCode = exitCodeOf(found);
	console.log(verificationText(dir, found));
}

function verificationText(dir: string, found: Verification): string {
	const { build, files, missing, corrupt, extra } = found;
	const code = exitCodeOf(found);
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const fix = `; get it again with ${commandLine("mirror", "URL", "DIR", "--recheck")}`;
	const lists = Object.entries({ missing, corrupt, extra }).filter(([, paths]) => paths.length > 0);
	return [
		code === 0
			? `${dir} is intact: ${what}, ${files} files`
			: `${dir} is not what it was: ${what}${code === EXIT.extra ? "" : fix}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...listed(paths),
		]),
	].join("\n");
}

/** The releases of a mirror. Throws a MirrorError if there are none. */
function releasesIn(place: Place): HeldRelease[] {
	const held = heldReleases(place);
	if (held.length > 0) return held;
	throw new MirrorError(`${place.dir}: holds no releases; name a mirror`);
}

/** Lists the releases that are held, the newest first. */
export function logCommand(dir: string): void {
	for (const { name, isCurrent, provenance } of releasesIn(placeOf(dir)).toReversed()) {
		const { date, count, build, source, failed } = provenance;
		const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
		const gaps = failed.length > 0 ? `, ${failed.length} failed` : "";
		const mark = isCurrent ? "*" : " ";
		const line = `${mark} ${name}  ${date}  ${what}, ${count} instants${gaps}, from ${source}`;
		console.log(printable(line));
	}
}

/** Makes another of the held releases the current one. */
export async function checkoutCommand(dir: string, wanted: string): Promise<void> {
	const place = placeOf(dir);
	releasesIn(place);
	await withRunFolder(place, async () => {
		const found = releasesIn(place).filter(
			({ name, provenance: { build } }) => name.startsWith(wanted) || build?.startsWith(wanted),
		);
		const [release] = found;
		if (release === undefined || found.length > 1) {
			const problem = release === undefined ? "is none" : `fits ${found.length}`;
			throw new MirrorError(
				`${wanted}: ${problem} of the releases in ${dir}; ${commandLine("mirror", "log", dir)} lists them`,
			);
		}
		pointTo(place, release.name);
		console.log(`${dir} is now ${release.name}`);
	});
}

/** The most names that a summary lists. */
const LISTED = 20;

/** The first of some lines, indented and safe to print, and how many more there are. */
export function listed(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest].map((line) => `    ${line}`);
}

/** The result of a run, for people; of a dry run with the limits of a real one. */
function outcomeText(outcome: Outcome, { maxFiles, maxGigabytes }: typeof DEFAULTS): string {
	const { status, kind, build, count, fetched, bytes, made, kept, failed } = outcome;
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "the catalogue";
	const title = {
		mirrored: `Mirrored ${what}`,
		partial: `Mirrored a part of ${what}`,
		unchanged: `Unchanged: ${what}`,
		"dry run": `Dry run of ${what}: nothing was written`,
	}[status];
	const limits = `  limits     ${maxFiles} files (--max-files), ${sizeText(maxGigabytes * 1e9)} (--max-gigabytes), paths of ${MAX_PATH} bytes`;
	return [
		title,
		`  release    ${outcome.release ?? "none"}`,
		`  instants   ${count}`,
		`  files      ${outcome.files}`,
		`  fetched    ${fetched}, ${sizeText(bytes)}, with ${outcome.requests} requests`,
		...(made > 0 ? [`  made       ${made}, from the clips`] : []),
		`  kept       ${kept}`,
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in provenance.json`] : []),
		...listed(failed.map(({ what, reason }) => `${what}: ${reason}`)),
		...(status === "dry run" ? [limits] : []),
	].join("\n");
}

/** Runs `work` with a progress bar, until it is done or the user stops it. */
async function withReport<T>(
	work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const bar = progressBar();
	const note = (message: string): void => {
		bar.stop();
		console.error(`instants: ${printable(message)}`);
	};
	try {
		return await interruptible("the next run goes on from here", (signal) =>
			work({ progress: bar.show, note }, signal),
		);
	} finally {
		bar.stop();
	}
}
