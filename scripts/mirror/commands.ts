/** Runs `instants mirror` and `instants verify`, and prints their results. */
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { progressBar } from "../console/progress.ts";
import { listedLines, printable, sizeText, withoutUsers } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { EXIT, MirrorError, TransferError } from "./errors.ts";
import { failureText, PROVENANCE } from "./provenance.ts";
import type { Outcome, Report, RunRequest } from "./run.ts";
import { isIntact, type Verification, verify } from "./verify.ts";

/** Prints the result as JSON for programs. */
interface Json {
	readonly json?: boolean;
}

type MirrorFlags = Omit<RunRequest, "url" | "dir" | "report" | "signal"> & Json;

/** Sets the exit code if the mirror is partial. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	// Only this command sends requests, and the code for that takes longer to load than all else.
	const { mirror } = await import("./mirror.ts");
	const run = (report: Report, signal: AbortSignal) =>
		mirror({ ...flags, url, dir, report, signal });
	const { status } = await print(dir, flags, run, outcomeText);
	if (status === "partial") process.exitCode = EXIT.partial;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, flags: Json): Promise<void> {
	const look = async (report: Report, signal: AbortSignal) => {
		const found = await verify(dir, report, signal);
		return { intact: isIntact(found), ...found };
	};
	const { intact } = await print(dir, flags, look, (found) => verificationText(dir, found));
	if (!intact) process.exitCode = EXIT.different;
}

/** The `status` of errors that are not a mirror's own. */
const STATUS: Readonly<Record<number, string>> = { 1: "failed", 2: "usage" };

/** Prints the result of `work`, which the user may stop. With `--json`, prints its failure as well. */
async function print<T>(
	dir: string,
	{ json = false }: Json,
	work: (report: Report, signal: AbortSignal) => Promise<T>,
	text: (result: T) => string,
): Promise<T> {
	const bar = progressBar();
	const note = (message: string): void => {
		bar.stop();
		console.error(`instants: ${printable(message)}`);
	};
	try {
		const result = await interruptible("the next run goes on from here", (signal) =>
			work({ progress: bar.show, note }, signal),
		).finally(bar.stop);
		console.log(json ? JSON.stringify(result) : text(result));
		return result;
	} catch (thrown) {
		const error = withFix(dir, thrown);
		const { exitCode = 1, outcome = STATUS[exitCode] ?? "stopped" } = error as Partial<MirrorError>;
		if (json) {
			const message = withoutUsers((error as Error).message);
			console.log(JSON.stringify({ status: outcome, message }));
		}
		throw error;
	}
}

/**
 * Adds the fix, and the mirror, to the message of a failed request or system call. Returns other errors
 * unchanged.
 */
function withFix(dir: string, error: unknown): unknown {
	if (error instanceof TransferError) return new MirrorError(`${error.message}; ${error.fix}`);
	if (error instanceof UserError || !(error instanceof Error && "syscall" in error)) return error;
	return new MirrorError(
		`${dir}: ${error.message}; check that there is room, and that you may write to the folder that it is in, and run this again`,
	);
}

function outcomeText(outcome: Outcome): string {
	const { status, kind, build, count, fetched, bytes, kept, failed, requests } = outcome;
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "the catalogue";
	const title = {
		mirrored: `Mirrored ${what}`,
		partial: `Partial: mirrored ${what}, but not all of it`,
		unchanged: `Unchanged: ${what}`,
	}[status];
	return [
		title,
		`  clips      ${count}`,
		`  files      ${outcome.files}`,
		`  fetched    ${fetched}, ${sizeText(bytes)}, with ${requests === 1 ? "1 request" : `${requests} requests`}`,
		`  kept       ${kept}`,
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in ${PROVENANCE}`] : []),
		...listedLines(failed.map(failureText)),
	].join("\n");
}

function verificationText(dir: string, found: Verification): string {
	const { build, files, missing, corrupt, extra, failed } = found;
	const isLost = missing.length + corrupt.length > 0;
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const fix = `; get it again with ${commandLine("mirror", "URL", "DIR", "--recheck")}`;
	const lists = Object.entries({ missing, corrupt, extra }).filter(([, paths]) => paths.length > 0);
	const gaps = failed.length > 0 ? `; ${failed.length} are missing, as ${PROVENANCE} lists` : "";
	return [
		isIntact(found)
			? `${dir} is intact: ${what}, ${files} files${gaps}`
			: `${dir} has changed: ${what}${isLost ? fix : ""}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...listedLines(paths),
		]),
	].join("\n");
}
