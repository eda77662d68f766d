/** Runs `instants mirror` and its subcommands, and prints their results. */
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { progressBar } from "../console/progress.ts";
import { printable } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { EXIT, MirrorError, TransferError } from "./errors.ts";
import { withLock } from "./lock.ts";
import { type HeldRelease, heldReleases, placeOf, pointTo } from "./place.ts";
import type { Report, RunRequest } from "./run.ts";
import { logLine, outcomeText, verificationText } from "./summaries.ts";
import { isIntact, verify } from "./verify.ts";

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
	const { status } = await print(dir, flags, () => withReport(run), outcomeText);
	if (status === "partial") process.exitCode = EXIT.partial;
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified. */
export async function verifyCommand(dir: string, flags: Json): Promise<void> {
	const look = async (report: Report, signal: AbortSignal) => {
		const found = await verify(dir, report, signal);
		return { intact: isIntact(found), ...found };
	};
	const { intact } = await print(
		dir,
		flags,
		() => withReport(look),
		(found) => verificationText(dir, found),
	);
	if (!intact) process.exitCode = EXIT.different;
}

/** Lists the releases of a mirror, newest first. */
export async function logCommand(dir: string, flags: Json): Promise<void> {
	const held = (): HeldRelease[] => releasesIn(dir).toReversed();
	const facts = () =>
		held().map(({ name, isCurrent, provenance }) => ({ name, isCurrent, ...provenance }));
	await print(dir, flags, facts, () => held().map(logLine).join("\n"));
}

/** The releases of a mirror. Throws a MirrorError if there are none. */
function releasesIn(dir: string): HeldRelease[] {
	const held = heldReleases(placeOf(dir));
	if (held.length > 0) return held;
	throw new MirrorError(`${dir}: holds no releases; name a mirror`);
}

/** Finds a release by the first digits of its name or its build; of several with one build, the newest. Throws a MirrorError. */
function releaseIn(dir: string, wanted: string): HeldRelease {
	const found = releasesIn(dir).filter(
		({ name, provenance: { build } }) => name.startsWith(wanted) || build?.startsWith(wanted),
	);
	const release = found.at(-1);
	const builds = new Set(found.map(({ name, provenance }) => provenance.build ?? name));
	if (release !== undefined && builds.size === 1) return release;
	const problem = release === undefined ? "is none" : `fits ${found.length}`;
	throw new MirrorError(
		`${wanted}: ${problem} of the releases in ${dir}; ${commandLine("mirror", "log", dir)} lists them`,
	);
}

/** Makes another release of the mirror the current one. */
export async function checkoutCommand(dir: string, wanted: string, flags: Json): Promise<void> {
	const place = placeOf(dir);
	const work = async () => {
		releasesIn(dir);
		return await withLock(place, () => {
			const { name } = releaseIn(dir, wanted);
			pointTo(place, name);
			return { release: name };
		});
	};
	await print(dir, flags, work, ({ release }) => `${dir} is now ${release}`);
}

/** The `status` of errors that are not a mirror's own. */
const STATUS: Readonly<Record<number, string>> = { 1: "failed", 2: "usage" };

/** Prints the result of `work`. With `--json`, prints its failure as well. */
async function print<T>(
	dir: string,
	{ json = false }: Json,
	work: () => T | Promise<T>,
	text: (result: T) => string,
): Promise<T> {
	try {
		const result = await work();
		console.log(json ? JSON.stringify(result) : text(result));
		return result;
	} catch (thrown) {
		const error = withFix(dir, thrown);
		const { exitCode = 1, outcome = STATUS[exitCode] ?? "stopped" } = error as Partial<MirrorError>;
		if (json) {
			console.log(JSON.stringify({ status: outcome, message: (error as Error).message }));
		}
		throw error;
	}
}

/**
 * Adds the fix, and the mirror, to the message of a failed request or system call. Returns other errors
 * unchanged.
 */
function withFix(dir: string, error: unknown): unknown {
	if (error instanceof TransferError) {
		return new MirrorError(
			`${error.message}; check the address and the network, and run this again`,
		);
	}
	if (error instanceof UserError || !(error instanceof Error && "syscall" in error)) return error;
	const { releases } = placeOf(dir);
	return new MirrorError(
		`${dir}: ${error.message}; check that there is room, and that you may write to the folder ${releases}, and run this again`,
	);
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
	return await interruptible("the next run goes on from here", (signal) =>
		work({ progress: bar.show, note }, signal),
	).finally(bar.stop);
}
