/** What `instants mirror` and its subcommands do, and what they print. */
import { commandLine } from "../console/invocation.ts";
import { printable, sizeText } from "../console/text.ts";
import { EXIT, MirrorError } from "./errors.ts";
import {
	type HeldRelease,
	heldReleases,
	type Place,
	placeOf,
	pointTo,
	withRunFolder,
} from "./place.ts";
import { MAX_PATH } from "./release.ts";
import { listed, outcomeText, withReport } from "./report.ts";
import { DEFAULTS, mirror, type RunRequest } from "./run.ts";
import { compare, exitCodeOf, type Verification, verify } from "./verify.ts";

export type MirrorFlags = Omit<RunRequest, "url" | "dir" | "report" | "signal">;

/** Sets the exit code of a partial mirror. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const outcome = await withReport((report, signal) =>
		mirror({ ...flags, url, dir, report, signal }),
	);
	console.log(outcomeText(outcome));
	if (flags.dryRun) console.log(limitsText({ ...DEFAULTS, ...flags }));
	if (outcome.status === "partial") process.exitCode = EXIT.partial;
}

function limitsText({ maxFiles, maxGigabytes }: typeof DEFAULTS): string {
	const bytes = sizeText(maxGigabytes * 1e9);
	return `  limits     ${maxFiles} files (--max-files), ${bytes} (--max-gigabytes), paths of ${MAX_PATH} bytes`;
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
	const { kind, build, files, missing, corrupt, extra } = found;
	const code = exitCodeOf(found);
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "a crawl";
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
