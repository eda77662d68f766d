/** What a run tells its user at the end. */
import { shown } from "../catalogue/problems.ts";
import { sizeText } from "../publish/summary.ts";
import type { Outcome } from "./events.ts";

/** Names are shown so far; `--json` has them all. */
const SHOWN = 10;

/** The summary, as lines. */
export function outcomeText(outcome: Outcome): string {
	const { kind, build, count, media, own, requests, warnings, deleted, withheld } = outcome;
	const verb = outcome.status === "dry run" ? "would be " : "";
	const title = {
		mirrored:
			kind === "release" ? `Mirrored build ${build?.slice(0, 16)}` : "Mirrored the catalogue",
		unchanged: "Unchanged: nothing to fetch",
		"dry run": "Dry run: nothing was written",
	}[outcome.status];
	return [
		title,
		`  instants   ${count}`,
		`  fetched    ${verb}${outcome.fetched} files, ${sizeText(outcome.bytes)}`,
		`  kept       ${outcome.kept} files that were here`,
		...(deleted.length > 0 ? [`  deleted    ${verb}${deleted.length}: ${some(deleted)}`] : []),
		...(own > 0 ? [`  your own   ${own} files that are of no release, left as they are`] : []),
		...(media ? [] : ["  media      left out; --media fetches them"]),
		...(withheld.length > 0 ? [`  withheld   ${some(withheld)}: its host keeps it to itself`] : []),
		`  requests   ${requests}`,
		...some_(warnings).map((warning) => `  warning    ${warning}`),
	].join("\n");
}

function some(paths: readonly string[]): string {
	return some_(paths.map((path) => shown(path))).join(", ");
}

function some_(texts: readonly string[]): string[] {
	const more = texts.length - SHOWN;
	return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
}
