/** A run as a command: who is told of it, and how Ctrl-C ends it. */
import { progressBar } from "../console/progress.ts";
import type { Tell } from "./events.ts";
import { InterruptedError } from "./failures.ts";
import { mirror } from "./mirror.ts";
import { BAR, humanTeller, jsonLine, jsonTeller } from "./tellers.ts";

export interface MirrorFlags {
	readonly concurrency: number;
	readonly media?: boolean;
	readonly delete?: boolean;
	readonly dryRun?: boolean;
	readonly follow?: boolean;
	/** Seconds. */
	readonly timeout: number;
	readonly json?: boolean;
}

/** Mirrors, and says so. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const { json, timeout, delete: deletes = false, dryRun = false, follow = false, ...rest } = flags;
	const options = { ...rest, delete: deletes, dryRun, follow, timeout: timeout * 1000 };
	await withTelling(json, (tell, signal) => mirror({ url, dir, ...options, tell, signal }));
}

/** Runs with someone to tell, until it is done or the user ends it. */
export async function withTelling<T>(
	json: boolean | undefined,
	work: (tell: Tell, signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const stop = new AbortController();
	const end = (signal: "SIGINT" | "SIGTERM"): void => stop.abort(new InterruptedError(signal));
	// Once only: a second Ctrl-C ends the process there and then, which loses nothing either.
	process.once("SIGINT", end);
	process.once("SIGTERM", end);
	const teller = json ? jsonTeller() : humanTeller(progressBar(BAR));
	try {
		return await work(teller.tell, stop.signal);
	} catch (error) {
		teller.stop();
		if (json) jsonLine({ event: "failed", message: (error as Error).message });
		throw error;
	} finally {
		teller.stop();
		process.off("SIGINT", end);
		process.off("SIGTERM", end);
	}
}
