/** Runs `instants mirror` and `instants verify`, and prints their results. */
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { progressBar } from "../console/progress.ts";
import { listedLines, sizeText, withoutUsers } from "../console/text.ts";
import { UserError, withFile } from "../console/user-error.ts";
import { EXIT, ForeignError, TransferError } from "../download/errors.ts";
import { failureText, PROVENANCE } from "./provenance.ts";
import type { Outcome, Report, RunRequest } from "./run.ts";
import { type Verification, verify } from "./verify.ts";

/** Whether to print the result as JSON, for programs. */
type Json = Readonly<{ json?: boolean }>;
type MirrorFlags = Omit<RunRequest, "url" | "dir" | "report" | "signal"> & Json;

/** Mirrors a site, and sets the exit code if the mirror is partial. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	// Loaded only here, because the code that sends requests takes longer to load than everything else.
	const { mirror } = await import("./mirror.ts");
	const run = (report: Report, signal: AbortSignal) =>
		mirror({ ...flags, url, dir, report, signal });
	const { status } = await print(dir, flags, run, outcomeText);
	if (status === "partial") process.exitCode = EXIT.partial;
}

/** Verifies a folder, and sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, flags: Json): Promise<void> {
	const look = (report: Report, signal: AbortSignal) => verify(dir, report, signal);
	const { intact } = await print(dir, flags, look, (found) => verificationText(dir, found));
	if (!intact) process.exitCode = EXIT.different;
}

/** The outcomes of failed runs, by their exit codes. */
const ENDS: Readonly<Record<number, string>> = {
	1: "failed",
	2: "usage",
	[EXIT.locked]: "locked",
	[EXIT.refused]: "refused",
};

/** Prints the result of `work`, which the user may stop. With `--json`, prints its failure as well. */
async function print<T>(
	dir: string,
	{ json = false }: Json,
	work: (report: Report, signal: AbortSignal) => Promise<T>,
	text: (result: T) => string,
): Promise<T> {
	const bar = progressBar();
	try {
		const result = await interruptible("the next run will resume", (signal) =>
			work(bar, signal),
		).finally(bar.stop);
		console.log(json ? JSON.stringify(result) : text(result));
		return result;
	} catch (thrown) {
		const error = withFix(dir, thrown);
		const { exitCode = 1, message } = error as UserError;
		const status = ENDS[exitCode] ?? "stopped";
		if (json) console.log(JSON.stringify({ status, message: withoutUsers(message) }));
		const isTold = error instanceof UserError && status !== "usage" && status !== "stopped";
		if (isTold) error.message = `${status}: ${message}`;
		throw error;
	}
}

const FIXED =
	"; mount points and parts of a container's image cannot be replaced, so choose a folder inside this one";

/** Adds the fix to the message of a failed request or system call. Returns other errors unchanged. */
function withFix(dir: string, error: unknown): unknown {
	if (error instanceof TransferError && !(error instanceof ForeignError)) {
		const fix = "check the address and the network, and run this again";
		return new UserError(`${error.message}; ${fix}`);
	}
	const isFixed = /^E(?:BUSY|XDEV)$/.test(Object(error).code);
	return withFile(dir, error, isFixed ? FIXED : "");
}

/** The fault of a file that was not delivered as it was published. */
const CHANGED = /^has (?:more than \d+ bytes|SHA-256 )/;
const ADDED_TO =
	"The host adds something to its pages. To copy these pages too, mirror an address that serves them as published, such as the origin server's.";

const buildText = (build: string): string => `build ${build.slice(0, 16)}`;

function outcomeText(outcome: Outcome): string {
	const { status, build, count, fetched, bytes, kept, failed, requests } = outcome;
	const isAddedTo = failed.some(
		({ what, reason }) => what.endsWith(".html") && CHANGED.test(reason),
	);
	const titles = { mirrored: "Mirrored", partial: "Partly mirrored", unchanged: "Unchanged:" };
	return [
		`${titles[status]} ${buildText(build)}`,
		`  clips      ${count}`,
		`  files      ${outcome.files}`,
		`  fetched    ${fetched}, ${sizeText(bytes)}, with ${requests === 1 ? "1 request" : `${requests} requests`}`,
		`  kept       ${kept}`,
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in ${PROVENANCE}`] : []),
		...listedLines(failed.map(failureText)),
		...(isAddedTo ? [ADDED_TO] : []),
	].join("\n");
}

function verificationText(dir: string, found: Verification): string {
	const { build, source, files, missing, corrupt, extra, failed } = found;
	const what = build === undefined ? "an unknown build" : buildText(build);
	const gaps = failed.length > 0 ? `; ${failed.length} are missing, as ${PROVENANCE} lists` : "";
	if (found.intact) return `${dir} is intact: ${what}, ${files} files${gaps}`;
	const canMend = source !== undefined && missing.length + corrupt.length > 0;
	const fix = canMend ? commandLine("mirror", source, dir, "--recheck") : "";
	const lists = Object.entries({ missing, corrupt, extra }).filter(([, paths]) => paths.length > 0);
	return [
		`${dir} has changed: ${what}${fix && `; repair it with ${fix}`}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...listedLines(paths),
		]),
	].join("\n");
}
