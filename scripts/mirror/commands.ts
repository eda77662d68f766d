/** What the subcommands of `instants mirror` do with releases that are here, and what they print. */
import { commandLine } from "../console/invocation.ts";
import { EXIT, MirrorError } from "./errors.ts";
import { withLock } from "./lock.ts";
import { heldReleases, placeOf, pointTo } from "./place.ts";
import { firstOf, printJson, withReporter } from "./report.ts";
import { compare, exitCodeOf, type Verification, verify } from "./verify.ts";

export interface VerifyFlags {
	/** A public key, or the URL of a source. */
	readonly against?: string;
	readonly json?: boolean;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, { against, json }: VerifyFlags): Promise<void> {
	const found = await withReporter(json, async (report, signal) => {
		if (against !== undefined) await compare(dir, against, signal);
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
	const fix = `; get it again with ${commandLine("mirror", "URL", "DIR", "--recheck")}`;
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
				`${wanted}: ${problem} of the releases in ${dir}; ${commandLine("mirror", "log", dir)} lists them`,
			);
		}
		pointTo(place, release.name);
		console.log(`${dir} is now ${release.name}`);
	});
}
