/** What a run tells its user at the end. */
import { printable, shown, sizeText } from "../console/text.ts";
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
		unchanged: kind === "release" ? "Unchanged: nothing to fetch" : "The catalogue is unchanged",
		"dry run": "Dry run: nothing was written",
	}[outcome.status];
	return [
		title,
		`  instants   ${count}`,
		`  fetched    ${verb}${outcome.fetched} files, ${sizeText(outcome.bytes)}`,
		`  kept       ${outcome.kept} files that were here`,
		...(deleted.length > 0 ? [`  deleted    ${verb}${deleted.length}: ${named(deleted)}`] : []),
		...(own > 0 ? [`  your own   ${own} files that are of no release, left as they are`] : []),
		...(media ? [] : ["  media      left out; --media fetches them"]),
		...(withheld.length > 0
			? [`  withheld   ${named(withheld)}: its host keeps it to itself`]
			: []),
		`  requests   ${requests}`,
		...firstOf(warnings).map((warning) => `  warning    ${printable(warning)}`),
	].join("\n");
}

function named(paths: readonly string[]): string {
	return firstOf(paths.map((path) => shown(path))).join(", ");
}

function firstOf(texts: readonly string[]): string[] {
	const more = texts.length - SHOWN;
	return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
}
