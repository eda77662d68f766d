/** What `instants mirror` and its subcommands do, and what they report while they work and at their end. */
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { progressBar } from "../console/progress.ts";
import { printable, sizeText } from "../console/text.ts";
import { type Changes, changesBetween } from "./clips.ts";
import { EXIT, MirrorError } from "./errors.ts";
import { mirror } from "./mirror.ts";
import { type HeldRelease, heldReleases, placeOf, pointTo } from "./place.ts";
import { MAX_PATH } from "./published-paths.ts";
import { purgeClip } from "./purge.ts";
import { DEFAULTS, type Outcome, type Report, type RunRequest } from "./run.ts";
import { withRunFolder } from "./run-folder.ts";
import { compare, isIntact, type Verification, verify } from "./verify.ts";

/** Prints the result as JSON for programs. */
interface Json {
	readonly json?: boolean;
}

type MirrorFlags = Omit<RunRequest, "url" | "dir" | "report" | "signal"> & Json;

/** Sets the exit code of a partial mirror. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const outcome = await withReport(flags, (report, signal) =>
		mirror({ ...flags, url, dir, report, signal }),
	);
	print(flags, outcome, () => outcomeText(outcome, { ...DEFAULTS, ...flags }));
	if (outcome.status === "partial") process.exitCode = EXIT.partial;
}

interface VerifyFlags extends Json {
	/** A public key, or the URL of a source. */
	readonly against?: string;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, flags: VerifyFlags): Promise<void> {
	const { against } = flags;
	const found = await withReport(flags, async (report, signal) => {
		if (against !== undefined) await compare(dir, against, report, signal);
		return await verify(dir, report, signal);
	});
	print(flags, { intact: isIntact(found), ...found }, () => verificationText(dir, found));
	if (!isIntact(found)) process.exitCode = EXIT.different;
}

function print({ json = false }: Json, result: unknown, text: () => string): void {
	console.log(json ? JSON.stringify(result) : text());
}

function verificationText(dir: string, found: Verification): string {
	const { build, files, missing, corrupt, extra, failed } = found;
	const isLost = missing.length + corrupt.length > 0;
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const fix = `; get it again with ${commandLine("mirror", "URL", "DIR", "--recheck")}`;
	const lists = Object.entries({ missing, corrupt, extra }).filter(([, paths]) => paths.length > 0);
	const gaps = failed.length > 0 ? `, without ${failed.length} that its source did not have` : "";
	return [
		isIntact(found)
			? `${dir} is intact: ${what}, ${files} files${gaps}`
			: `${dir} is different from what it was: ${what}${isLost ? fix : ""}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...listedLines(paths),
		]),
	].join("\n");
}

/** Lists the releases that are held, the newest first. */
export function logCommand(dir: string, flags: Json): void {
	const held = releasesIn(dir).toReversed();
	const facts = held.map(({ name, isCurrent, provenance }) => ({ name, isCurrent, ...provenance }));
	print(flags, facts, () => held.map(logLine).join("\n"));
}

function logLine({ name, isCurrent, provenance }: HeldRelease): string {
	const { date, count, build, source, failed } = provenance;
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const gaps = failed.length > 0 ? `, ${failed.length} failed` : "";
	const mark = isCurrent ? "*" : " ";
	return printable(`${mark} ${name}  ${date}  ${what}, ${count} instants${gaps}, from ${source}`);
}

/** The releases of a mirror. Throws a MirrorError if there are none. */
function releasesIn(dir: string): HeldRelease[] {
	const held = heldReleases(placeOf(dir));
	if (held.length > 0) return held;
	throw new MirrorError(`${dir}: holds no releases; name a mirror`);
}

/** A release by its name or its build, or the first digits of either. Throws a MirrorError. */
function releaseIn(dir: string, wanted: string): HeldRelease {
	const found = releasesIn(dir).filter(
		({ name, provenance: { build } }) => name.startsWith(wanted) || build?.startsWith(wanted),
	);
	const [release] = found;
	if (release !== undefined && found.length === 1) return release;
	const problem = release === undefined ? "is none" : `fits ${found.length}`;
	throw new MirrorError(
		`${wanted}: ${problem} of the releases in ${dir}; ${commandLine("mirror", "log", dir)} lists them`,
	);
}

/** Makes another of the held releases the current one. */
export async function checkoutCommand(dir: string, wanted: string): Promise<void> {
	releasesIn(dir);
	await withRunFolder(placeOf(dir), async () => {
		const { name } = releaseIn(dir, wanted);
		pointTo(placeOf(dir), name);
		console.log(`${dir} is now ${name}`);
	});
}

/** Says what became of the clips of one release in another. */
export function diffCommand(dir: string, a: string, b: string, flags: Json): void {
	const changes = changesBetween(releaseIn(dir, a), releaseIn(dir, b));
	print(flags, changes, () => changesText(changes));
}

function changesText({ added, edited, removed }: Changes): string {
	const edits = edited.map(({ slug, fields }) => `${slug}: ${fields.join(", ")}`);
	const lists = Object.entries({ added, edited: edits, removed });
	return lists
		.flatMap(([title, lines]) => [`  ${title.padEnd(10)} ${lines.length}`, ...listedLines(lines)])
		.join("\n");
}

/** Takes a clip out of all releases that are held. */
export async function purgeCommand(dir: string, slug: string): Promise<void> {
	const place = placeOf(dir);
	releasesIn(dir);
	await withRunFolder(place, async (folder) => {
		const names = await purgeClip(place, folder, slug);
		console.log(`Took ${slug} out of ${names.length} releases`);
		if (names.length > 0) console.log(listedLines(names).join("\n"));
	});
}

/** The most names that a summary lists. */
const LISTED = 20;

/** The first of some lines, indented and safe to print, and how many more there are. */
export function listedLines(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest].map((line) => `    ${line}`);
}

/** The result of a run, for people; of a dry run with the limits of a real one. */
function outcomeText(outcome: Outcome, { maxFiles, maxGigabytes }: typeof DEFAULTS): string {
	const { status, kind, build, count, fetched, bytes, kept, failed } = outcome;
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "the catalogue";
	const title = {
		mirrored: `Mirrored ${what}`,
		partial: `Partial: mirrored ${what}, but not all of it`,
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
		`  kept       ${kept}`,
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in provenance.json`] : []),
		...listedLines(failed.map(({ what, reason }) => `${what}: ${reason}`)),
		...(status === "dry run" ? [limits] : []),
	].join("\n");
}

/** Runs `work` with a progress bar, until it is done or the user stops it. A failure is JSON too. */
async function withReport<T>(
	{ json }: Json,
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
	} catch (error) {
		const status = error instanceof MirrorError ? error.outcome : "failed";
		if (json) console.log(JSON.stringify({ status, message: (error as Error).message }));
		throw error;
	} finally {
		bar.stop();
	}
}
