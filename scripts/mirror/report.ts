/** What a run reports while it works and at its end, and how that is printed for people and for programs. */
import { interruptible } from "../console/interrupt.ts";
import { progressBar } from "../console/progress.ts";
import { printable, sizeText } from "../console/text.ts";

/** Called with everything a run has to say while it works. */
export type Report = (event: RunEvent) => void;

export type RunEvent =
	| { readonly event: "source"; readonly kind: "tree" | "crawl"; readonly url: string }
	| { readonly event: "file"; readonly path: string; readonly from: "source" | "store" }
	| { readonly event: "problem"; readonly what: string; readonly reason: string }
	| { readonly event: "note"; readonly message: string }
	| {
			readonly event: "progress";
			readonly phase: string;
			readonly done: number;
			readonly total: number;
	  };

/** The result of a run. */
export interface Outcome {
	/** `partial`: what the source had of it is kept, and `failed` lists the rest. */
	readonly status: "mirrored" | "partial" | "unchanged" | "dry run";
	readonly kind: "tree" | "crawl";
	/** The name of the current release; undefined after a dry run. */
	readonly release?: string;
	/** Only of a tree. */
	readonly build?: string;
	/** Clips. */
	readonly count: number;
	/** Files of the release. */
	readonly files: number;
	/** Files fetched from the source, or that a dry run would fetch. */
	readonly fetched: number;
	/** Their bytes, decompressed, as far as they are known. */
	readonly bytes: number;
	/** Files made from the clips instead of being fetched. */
	readonly made: number;
	/** Files shared with earlier releases. */
	readonly kept: number;
	/** Files of the release before that this one does not have. */
	readonly dropped: number;
	readonly requests: number;
	readonly failed: readonly { readonly what: string; readonly reason: string }[];
}

interface Reporter {
	readonly report: Report;
	readonly stop: () => void;
}

export function printJson(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints one JSON object per line. */
function jsonReporter(): Reporter {
	const report: Report = (event) => {
		if (event.event !== "progress") printJson(event);
	};
	return { report, stop: () => {} };
}

/** Shows a progress bar, and prints notes and problems. */
function humanReporter(): Reporter {
	const bar = progressBar("{phase} {bar} {value}/{total}, {eta_formatted} left");
	const report: Report = (event) => {
		if (event.event === "progress") bar.show(event.phase, event.done, event.total);
		else if (event.event === "note") {
			bar.stop();
			console.error(`instants: ${printable(event.message)}`);
		}
	};
	return { report, stop: () => bar.stop() };
}

/** The most names that a summary lists. */
const LISTED = 20;

/** The first of some lines, safe to print, and how many more there are. */
export function firstOf(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more; --json lists them all`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest];
}

/** The result of a run, for people. */
export function outcomeText(outcome: Outcome): string {
	const { status, kind, build, count, fetched, bytes, made, kept, dropped, failed } = outcome;
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "the catalogue";
	const title = {
		mirrored: `Mirrored ${what}`,
		partial: `Mirrored a part of ${what}`,
		unchanged: `Unchanged: ${what}`,
		"dry run": `Dry run of ${what}: nothing was written`,
	}[status];
	return [
		title,
		`  release    ${outcome.release ?? "none"}`,
		`  instants   ${count}`,
		`  files      ${outcome.files}`,
		`  fetched    ${fetched}, ${sizeText(bytes)}, with ${outcome.requests} requests`,
		...(made > 0 ? [`  made       ${made}, from the clips`] : []),
		`  kept       ${kept}`,
		...(dropped > 0 ? [`  dropped    ${dropped}, still in the release before`] : []),
		...(failed.length > 0 ? [`  failed     ${failed.length}`] : []),
		...firstOf(failed.map(({ what, reason }) => `${what}: ${reason}`)).map((line) => `    ${line}`),
	].join("\n");
}

/** Runs `work` with a reporter, until it is done or the user stops it. */
export async function withReporter<T>(
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
