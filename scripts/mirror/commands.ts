/** `npm run mirror` and its `verify`: turns flags into options, prints what happens, handles Ctrl-C. */
import { interruptible } from "../console/interrupt.ts";
import { progressBar } from "../console/progress.ts";
import {
	BAR,
	humanReporter,
	jsonReporter,
	printJson,
	printVerification,
	verificationText,
} from "./reporter.ts";
import { mirror } from "./run.ts";
import type { Report } from "./run-context.ts";
import { exitCodeOf, repair, verify } from "./verify.ts";

/** Options of both commands. */
interface SharedFlags {
	readonly concurrency: number;
	readonly media?: boolean;
	readonly delete?: boolean;
	readonly follow?: boolean;
	/** Seconds. */
	readonly timeout: number;
	readonly json?: boolean;
}

export interface MirrorFlags extends SharedFlags {
	readonly dryRun?: boolean;
}

export interface VerifyFlags extends SharedFlags {
	/** Where to fetch missing and corrupt files from; no trailing slash. */
	readonly fix?: string;
}

/** Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const { dryRun = false } = flags;
	await withReporter(flags.json, async (report, signal) => {
		await mirror({ url, dir, dryRun, report, signal, ...sharedOptions(flags) });
	});
}

/** Sets the exit code. Throws a UserError if the folder cannot be verified or repaired. */
export async function verifyCommand(dir: string, flags: VerifyFlags): Promise<void> {
	const { json, media, fix } = flags;
	await withReporter(json, async (report, signal) => {
		let found = await verify(dir, { media, signal, report });
		const isBroken = found.missing.length + found.corrupt.length > 0;
		if (fix !== undefined && (isBroken || (flags.delete && found.extra.length > 0))) {
			await repair(dir, fix, found, { signal, report, ...sharedOptions(flags) });
			found = await verify(dir, { media, signal, report });
		}
		process.exitCode = exitCodeOf(found);
		if (json) printVerification(found);
		else console.log(verificationText(dir, found, fix !== undefined));
	});
}

function sharedOptions({ concurrency, media, timeout, follow, delete: deletes }: SharedFlags) {
	return {
		concurrency,
		media,
		follow: follow === true,
		delete: deletes === true,
		timeout: timeout * 1000,
	};
}

/** What the user is told who stops a run. */
const KEPT = "what was fetched is kept, and the next run continues from there";

/** Runs `work` with a reporter, until it is done or the user stops it. */
async function withReporter(
	json: boolean | undefined,
	work: (report: Report, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const reporter = json ? jsonReporter() : humanReporter(progressBar(BAR));
	try {
		await interruptible(KEPT, (signal) => work(reporter.report, signal));
	} catch (error) {
		reporter.stop();
		if (json) printJson({ event: "failed", message: (error as Error).message });
		throw error;
	} finally {
		reporter.stop();
	}
}
