/** Output of the mirror commands, for people. */
import { commandLine } from "../console/invocation.ts";
import { printable, sizeText } from "../console/text.ts";
import type { HeldRelease } from "./place.ts";
import { PROVENANCE } from "./release.ts";
import type { Outcome } from "./run.ts";
import { isIntact, type Verification } from "./verify.ts";

export function outcomeText(outcome: Outcome): string {
	const { status, kind, build, count, fetched, bytes, kept, failed, requests } = outcome;
	const what = kind === "tree" ? `build ${build?.slice(0, 16)}` : "the catalogue";
	const title = {
		mirrored: `Mirrored ${what}`,
		partial: `Partial: mirrored ${what}, but not all of it`,
		unchanged: `Unchanged: ${what}`,
	}[status];
	return [
		title,
		`  release    ${outcome.release}`,
		`  instants   ${count}`,
		`  files      ${outcome.files}`,
		`  fetched    ${fetched}, ${sizeText(bytes)}, with ${requests === 1 ? "1 request" : `${requests} requests`}`,
		`  kept       ${kept}`,
		...(failed.length > 0 ? [`  failed     ${failed.length}, listed in ${PROVENANCE}`] : []),
		...listedLines(failed.map(({ what, reason }) => `${what}: ${reason}`)),
	].join("\n");
}

export function verificationText(dir: string, found: Verification): string {
	const { build, files, missing, corrupt, extra, failed } = found;
	const isLost = missing.length + corrupt.length > 0;
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const fix = `; get it again with ${commandLine("mirror", "URL", "DIR", "--recheck")}`;
	const lists = Object.entries({ missing, corrupt, extra }).filter(([, paths]) => paths.length > 0);
	const gaps = failed.length > 0 ? `; ${failed.length} are missing, as ${PROVENANCE} lists` : "";
	return [
		isIntact(found)
			? `${dir} is intact: ${what}, ${files} files${gaps}`
			: `${dir} has changed: ${what}${isLost ? fix : ""}`,
		...lists.flatMap(([title, paths]) => [
			`  ${title.padEnd(10)} ${paths.length}`,
			...listedLines(paths),
		]),
	].join("\n");
}

export function logLine({ name, isCurrent, provenance }: HeldRelease): string {
	const { date, count, build, source, failed } = provenance;
	const what = build === undefined ? "a crawl" : `build ${build.slice(0, 16)}`;
	const gaps = failed.length > 0 ? `, ${failed.length} missing` : "";
	const mark = isCurrent ? "*" : " ";
	return printable(`${mark} ${name}  ${date}  ${what}, ${count} instants${gaps}, from ${source}`);
}

const LISTED = 20;

/** Indents lines, makes them safe to print, and counts those beyond the first few. */
export function listedLines(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest].map((line) => `    ${line}`);
}
