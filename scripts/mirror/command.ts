/** A run as people and programs see it: what is printed on the way and at the end, and how Ctrl-C ends it. */
import { progressBar } from "../progress.ts";
import { sizeText } from "../publish/summary.ts";
import type { MirrorEvent, Tell } from "./events.ts";
import { InterruptedError } from "./failures.ts";
import { mirror } from "./mirror.ts";
import { outcomeText } from "./outcome-text.ts";

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
	const teller = json ? jsonTeller() : humanTeller();
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

interface Teller {
	readonly tell: Tell;
	readonly stop: () => void;
}

function jsonLine(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

function jsonTeller(): Teller {
	const tell = (event: MirrorEvent): void => {
		if (event.event === "done") jsonLine({ event: "done", ...event.result });
		else if (event.event !== "progress") jsonLine(event);
	};
	return { tell, stop: () => {} };
}

function humanTeller(): Teller {
	const bar = progressBar("{phase} {bar} {files} files, {size}, {rate}/s, {eta_formatted} left");
	const start = performance.now();
	const tell = (event: MirrorEvent): void => {
		if (event.event === "progress") {
			const { phase, files, allFiles, bytes, allBytes } = event.progress;
			const seconds = (performance.now() - start) / 1000;
			bar.show(phase, bytes, allBytes, {
				files: `${files}/${allFiles}`,
				size: `${sizeText(bytes)}/${sizeText(allBytes)}`,
				rate: sizeText(Math.round(bytes / seconds)),
			});
		} else if (event.event === "note") {
			bar.stop();
			console.error(`instants: ${event.message}`);
		} else if (event.event === "done") {
			bar.stop();
			console.log(outcomeText(event.result));
		}
	};
	return { tell, stop: () => bar.stop() };
}
