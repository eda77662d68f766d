/** What a run reports while it works and at its end. */
import { interruptible } from "../console/interrupt.ts";
import { type OnProgress, progressBar } from "../console/progress.ts";
import { printable, sizeText } from "../console/text.ts";
import type { Failure, Provenance } from "./fixity.ts";

export interface Report {
	readonly progress: OnProgress;
	/** Something that the user should know although the run goes on. */
	readonly note: (message: string) => void;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "kind" | "build" | "count"> {
	/** `partial`: what the source had of it is kept, and `failed` lists the rest. */
	readonly status: "mirrored" | "partial" | "unchanged" | "dry run";
	/** The name of the current release; undefined after a dry run. */
	readonly release?: string | undefined;
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
	readonly requests: number;
	readonly failed: readonly Failure[];
}

/** The most names that a summary lists. */
const LISTED = 20;

/** The first of some lines, indented and safe to print, and how many more there are. */
export function listed(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest].map((line) => `    ${line}`);
}

/** The result of a run, for people. */
export function outcomeText(outcome: Outcome): string {
	const { status, kind, build, count, fetched, bytes, made, kept, failed } = outcome;
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
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in provenance.json`] : []),
		...listed(failed.map(({ what, reason }) => `${what}: ${reason}`)),
	].join("\n");
}

/** Runs `work` with a progress bar, until it is done or the user stops it. */
export async function withReport<T>(
	work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const bar = progressBar("{phase} {bar} {value}/{total}, {eta_formatted} left");
	const note = (message: string): void => {
		bar.stop();
		console.error(`instants: ${printable(message)}`);
	};
	try {
		return await interruptible("the next run goes on from here", (signal) =>
			work({ progress: bar.show, note }, signal),
		);
	} finally {
		bar.stop();
	}
}
