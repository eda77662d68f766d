/** Prints progress and results, for people or as JSON for programs. */
import type { Progress } from "../console/progress.ts";
import { printable, shown, sizeText } from "../console/text.ts";
import type { Outcome, Report, RunEvent } from "./run-context.ts";
import type { Verification } from "./verify.ts";

export interface Reporter {
	readonly report: Report;
	readonly stop: () => void;
}

/** The format of the progress bar; `detail` says what is counted. */
export const BAR = "{phase} {bar} {detail}, {eta_formatted} left";

/** Prints one JSON object per line on standard output. */
export function printJson(...values: readonly unknown[]): void {
	for (const value of values) process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints all events but progress as JSON. */
export function jsonReporter(): Reporter {
	const report = (event: RunEvent): void => {
		if (event.event === "done") printJson({ event: "done", ...event.result });
		else if (event.event !== "progress") printJson(event);
	};
	return { report, stop: () => {} };
}

/** Shows a progress bar, prints notes, and the outcome at the end. */
export function humanReporter(bar: Progress): Reporter {
	const start = performance.now();
	const report = (event: RunEvent): void => {
		switch (event.event) {
			case "page": {
				const { page, instants, count } = event;
				const detail = `page ${page}, ${instants}/${count} instants`;
				bar.show("reading", instants, count, { detail });
				break;
			}
			case "progress": {
				const { phase, files, allFiles, bytes, allBytes } = event.progress;
				const seconds = (performance.now() - start) / 1000;
				const rate = sizeText(Math.round(bytes / seconds));
				const size = `${sizeText(bytes)}/${sizeText(allBytes)}`;
				const detail = `${files}/${allFiles} files, ${size}, ${rate}/s`;
				bar.show(phase, bytes, allBytes, { detail });
				break;
			}
			case "note":
				bar.stop();
				console.error(`instants: ${event.message}`);
				break;
			case "done":
				bar.stop();
				console.log(outcomeText(event.result));
				break;
		}
	};
	return { report, stop: () => bar.stop() };
}

/** How many names the summary of a run lists. */
const LISTED = 10;

function outcomeText(outcome: Outcome): string {
	const { kind, build, count, media, own, requests, warnings, deleted, made } = outcome;
	const verb = outcome.status === "dry run" ? "would be " : "";
	const title = {
		mirrored:
			kind === "release" ? `Mirrored build ${build?.slice(0, 16)}` : "Mirrored the catalogue",
		unchanged: kind === "release" ? "Unchanged: nothing to fetch" : "The catalogue is unchanged",
		"dry run": "Dry run: nothing was written",
	}[outcome.status];
	return [
		title,
		`  instants   ${count}`,
		`  fetched    ${verb}${outcome.fetched} files, ${sizeText(outcome.bytes)}`,
		...(made > 0 ? [`  made       ${verb}${made} files, from the clips`] : []),
		`  kept       ${outcome.kept} files already here`,
		...(deleted.length > 0 ? [`  deleted    ${verb}${deleted.length}: ${names(deleted)}`] : []),
		...(own > 0 ? [`  your own   ${own} files that belong to no release, left as they are`] : []),
		...(media ? [] : ["  media      left out; --media fetches them"]),
		`  requests   ${requests}`,
		...firstOf(warnings, LISTED).map((warning) => `  warning    ${printable(warning)}`),
	].join("\n");
}

function names(paths: readonly string[]): string {
	return firstOf(paths.map(shown), LISTED).join(", ");
}

function firstOf(texts: readonly string[], limit: number): string[] {
	const more = texts.length - limit;
	return [
		...texts.slice(0, limit),
		...(more > 0 ? [`and ${more} more; --json lists them all`] : []),
	];
}

/** Prints each file that is wrong, and then the counts. */
export function printVerification(found: Verification): void {
	const lists = { missing: found.missing, corrupt: found.corrupt, extra: found.extra };
	for (const [event, paths] of Object.entries(lists)) {
		printJson(...paths.map((path) => ({ event, path })));
	}
	const counts = Object.entries(lists).map(([event, paths]) => [event, paths.length]);
	printJson({ event: "verified", ...found, ...Object.fromEntries(counts) });
}

/** How many paths of each kind the summary of a verification lists. */
const LISTED_PATHS = 20;

/** What verifying found, for people. */
export function verificationText(dir: string, found: Verification, wasRepaired: boolean): string {
	const { missing, corrupt, extra, files, bytes } = found;
	const isIntact = missing.length + corrupt.length === 0;
	const what = found.build === undefined ? "the catalogue" : `build ${found.build.slice(0, 16)}`;
	const fix =
		found.kind === "release"
			? "repair it with --fix URL, where URL has the same build"
			: "repair it with npm run mirror, which updates it";
	return [
		isIntact
			? `${dir} is intact: ${what}, ${files} files, ${sizeText(bytes)}`
			: `${dir} is not intact: ${what}${wasRepaired ? "" : `; ${fix}`}`,
		...pathLines("missing", missing),
		...pathLines("corrupt", corrupt),
		...pathLines("extra", extra),
	].join("\n");
}

function pathLines(title: string, paths: readonly string[]): string[] {
	if (paths.length === 0) return [];
	const list = firstOf(paths.map(shown), LISTED_PATHS);
	return [`  ${title.padEnd(10)} ${paths.length}`, ...list.map((line) => `    ${line}`)];
}
