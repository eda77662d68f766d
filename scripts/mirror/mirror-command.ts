/** `instants mirror URL DIR`: finds out what the source is, and copies or crawls it. */
import { sizeText } from "../console/text.ts";
import { copyTree } from "./copy.ts";
import { crawl } from "./crawl.ts";
import { EXIT, MirrorError } from "./errors.ts";
import { MAX_PATH } from "./file-path.ts";
import { type Outcome, outcomeText, printJson, withReporter } from "./report.ts";
import { type RunRequest, withRun } from "./run.ts";
import { fetchPointer } from "./tree-source.ts";

export interface MirrorFlags {
	readonly tree?: boolean;
	readonly crawl?: boolean;
	readonly concurrency: number;
	readonly media?: boolean;
	readonly dryRun?: boolean;
	readonly keep: number;
	readonly recheck?: boolean;
	readonly followOrigin: readonly string[];
	readonly maxFiles: number;
	readonly maxGigabytes: number;
	readonly allowShrink?: boolean;
	readonly allowSource?: boolean;
	readonly allowRollback?: boolean;
	readonly key?: string;
	readonly maxAge?: number;
	/** Seconds. */
	readonly timeout: number;
	readonly json?: boolean;
}

/** Sets the exit code of a partial mirror. Throws a UserError. */
export async function mirrorCommand(url: string, dir: string, flags: MirrorFlags): Promise<void> {
	const outcome = await withReporter(flags.json, (report, signal) =>
		mirror({
			...flags,
			url,
			dir,
			report,
			signal,
			kind: flags.tree ? "tree" : flags.crawl ? "crawl" : undefined,
			dryRun: flags.dryRun === true,
			recheck: flags.recheck === true,
			allowShrink: flags.allowShrink === true,
			allowSource: flags.allowSource === true,
			allowRollback: flags.allowRollback === true,
			followOrigins: flags.followOrigin.map((origin) => new URL(origin).origin),
			maxBytes: flags.maxGigabytes * 1e9,
			timeout: flags.timeout * 1000,
		}),
	);
	if (flags.json) printJson({ event: "done", ...outcome });
	else {
		console.log(outcomeText(outcome));
		if (flags.dryRun) console.log(limitsText(flags));
	}
	if (outcome.status === "partial") process.exitCode = EXIT.partial;
}

function limitsText({ maxFiles, maxGigabytes }: MirrorFlags): string {
	const bytes = sizeText(maxGigabytes * 1e9);
	return `  limits     ${maxFiles} files (--max-files), ${bytes} (--max-gigabytes), paths of ${MAX_PATH} bytes`;
}

/** Copies a tree or crawls a live server. Throws a UserError; the current release is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	return await withRun(request, async (run) => {
		const { current, place, report, url } = run;
		const held = current?.provenance.kind;
		// Only trees are signed, so who names a key expects one.
		const kind = request.kind ?? held ?? (request.key === undefined ? undefined : "tree");
		const pointer = kind === "crawl" ? undefined : await fetchPointer(run, kind === "tree");
		if (pointer === undefined && kind === "tree") {
			const reason = held === "tree" ? `, but ${place.dir} is the mirror of one` : "";
			throw new MirrorError(
				`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or crawl it as a live server with --crawl`,
			);
		}
		report({ event: "source", kind: pointer === undefined ? "crawl" : "tree", url });
		return pointer === undefined ? await crawl(run) : await copyTree(run, pointer);
	});
}
