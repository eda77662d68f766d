/** What `npm run mirror` and its subcommands do: they turn flags into options, and print what comes of it. */
import { interruptible } from "../console/interrupt.ts";
import { sizeText } from "../console/text.ts";
import { isPublicKey } from "../signing/minisign.ts";
import { copyTree } from "./copy.ts";
import { crawl } from "./crawl.ts";
import { EXIT, MirrorError } from "./errors.ts";
import { Http } from "./http.ts";
import { heldReleases, placeOf, pointTo, withLock } from "./place.ts";
import {
	firstOf,
	humanReporter,
	jsonReporter,
	type Outcome,
	outcomeText,
	printJson,
	type Report,
} from "./report.ts";
import { type RunRequest, withRun } from "./run.ts";
import { fetchPointer } from "./tree-source.ts";
import { compare, exitCodeOf, type Verification, verify } from "./verify.ts";

export interface MirrorFlags {
	readonly tree?: boolean;
	readonly crawl?: boolean;
	readonly concurrency: number;
	readonly media?: boolean;
	readonly dryRun?: boolean;
	readonly keep: number;
	readonly recheck?: boolean;
	readonly followOrigin: readonly string[];
	readonly maxFiles: number;
	readonly maxGigabytes: number;
	readonly allowShrink?: boolean;
	readonly allowSource?: boolean;
	readonly allowRollback?: boolean;
	readonly key?: string;
	readonly maxAge?: number;
	/** Seconds. */
	readonly timeout: number;
	readonly json?: boolean;
}

/** Sets the exit code of a partial mirror. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const outcome = await withReporter(flags.json, (report, signal) =>
		mirror({
			...flags,
			url,
			dir,
			report,
			signal,
			kind: flags.tree ? "tree" : flags.crawl ? "crawl" : undefined,
			dryRun: flags.dryRun === true,
			recheck: flags.recheck === true,
			allowShrink: flags.allowShrink === true,
			allowSource: flags.allowSource === true,
			allowRollback: flags.allowRollback === true,
			followOrigins: flags.followOrigin.map((origin) => new URL(origin).origin),
			maxBytes: flags.maxGigabytes * 1e9,
			timeout: flags.timeout * 1000,
		}),
	);
	if (flags.json) printJson({ event: "done", ...outcome });
	else {
		console.log(outcomeText(outcome));
		if (flags.dryRun) console.log(limitsText(flags));
	}
	if (outcome.status === "partial") process.exitCode = EXIT.partial;
}

function limitsText({ maxFiles, maxGigabytes }: MirrorFlags): string {
	return `  limits     ${maxFiles} files (--max-files), ${sizeText(maxGigabytes * 1e9)} (--max-gigabytes)`;
}

/** Copies a tree or crawls a live server. Throws a UserError; the current release is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	return await withRun(request, async (run) => {
		const { current, place, report, url } = run;
		const kind = request.kind ?? current?.provenance.kind;
		const pointer = kind === "crawl" ? undefined : await fetchPointer(run);
		if (pointer === undefined && kind === "tree") {
			const reason = request.kind === undefined ? `, but ${place.dir} is the mirror of one` : "";
			throw new MirrorError(
				`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or crawl it as a live server with --crawl`,
			);
		}
		report({ event: "source", kind: pointer === undefined ? "crawl" : "tree", url });
		return pointer === undefined ? await crawl(run) : await copyTree(run, pointer);
	});
}

export interface VerifyFlags {
	/** A public key, or the URL of a source. */
	readonly against?: string;
	readonly json?: boolean;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, { against, json }: VerifyFlags): Promise<void> {
	const found = await withReporter(json, async (report, signal) => {
		if (against !== undefined) {
			const origins = isPublicKey(against) ? [] : [new URL(against).origin];
			const http = new Http({ origins, timeout: 30_000, connections: 1, signal });
			await compare(dir, against, http).finally(() => http.close());
		}
		return await verify(dir, report, signal);
	});
	process.exitCode = exitCodeOf(found);
	if (json) printJson({ event: "verified", ...found });
	else console.log(verificationText(dir, found));
}

function verificationText(dir: string, found: Verification): string {
	const { kind, build, files } = found;
	const code = exitCodeOf(found);
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "a crawl";
	const fix = "; get it again with npm run mirror -- URL DIR --recheck";
	const lists = Object.entries({
		missing: found.missing,
		corrupt: found.corrupt,
		extra: found.extra,
	}).filter(([, paths]) => paths.length > 0);
	return [
		code === 0
			? `${dir} is intact: ${what}, ${files} files`
			: `${dir} is not what it was: ${what}${code === EXIT.extra ? "" : fix}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...firstOf(paths).map((path) => `    ${path}`),
		]),
	].join("\n");
}

/** Lists the releases that are held, the newest first. */
export function logCommand(dir: string, flags: { readonly json?: boolean }): void {
	const held = heldReleases(placeOf(dir)).toReversed();
	if (held.length === 0) throw new MirrorError(`${dir}: holds no releases; name a mirror`);
	for (const { name, isCurrent, provenance } of held) {
		const { date, count, build, source, failed } = provenance;
		if (flags.json) printJson({ release: name, isCurrent, ...provenance });
		else {
			const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
			const gaps = failed.length > 0 ? `, ${failed.length} failed` : "";
			console.log(
				`${isCurrent ? "*" : " "} ${name}  ${date}  ${what}, ${count} instants${gaps}, from ${source}`,
			);
		}
	}
}

/** Makes another of the held releases the current one. */
export async function checkoutCommand(dir: string, wanted: string): Promise<void> {
	const place = placeOf(dir);
	if (heldReleases(place).length === 0) {
		throw new MirrorError(`${dir}: holds no releases; name a mirror`);
	}
	await withLock(place, async () => {
		const found = heldReleases(place).filter(
			({ name, provenance: { build } }) => name.startsWith(wanted) || build?.startsWith(wanted),
		);
		const [release] = found;
		if (release === undefined || found.length > 1) {
			const problem = release === undefined ? "is none" : `fits ${found.length}`;
			throw new MirrorError(
				`${wanted}: ${problem} of the releases in ${dir}; npm run mirror -- log ${dir} lists them`,
			);
		}
		pointTo(place, release.name);
		console.log(`${dir} is now ${release.name}`);
	});
}

/** Runs `work` with a reporter, until it is done or the user stops it. */
async function withReporter<T>(
	json: boolean | undefined,
	work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const reporter = json ? jsonReporter() : humanReporter();
	try {
		return await interruptible("the next run goes on from here", (signal) =>
			work(reporter.report, signal),
		);
	} catch (error) {
		if (json) printJson({ event: "failed", message: (error as Error).message });
		throw error;
	} finally {
		reporter.stop();
	}
}
