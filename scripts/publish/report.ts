/** Prints the summary of a build: what it published, and which hosts take it. */
import { type Problem, problemLine } from "../catalogue/problems.ts";
import { commandLine } from "../console/invocation.ts";
import { shellWord, sizeText } from "../console/text.ts";
import type { Host } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import { excesses } from "../hosts/limits.ts";
import { besideFolder } from "./host-files.ts";
import type { Published, PublishOptions } from "./publish.ts";

export interface Built {
	readonly published: Published;
	readonly warnings: readonly Problem[];
}

/** Without local media, there may be thousands of warnings. */
const WARNINGS_SHOWN = 10;

export function printSummary(
	{ published, warnings }: Built,
	{ out, hosts = [], maxFiles }: Pick<PublishOptions, "out" | "hosts" | "maxFiles">,
	seconds: number,
): void {
	for (const warning of warnings.slice(0, WARNINGS_SHOWN))
		console.error(`warning: ${problemLine(warning)}`);
	const more = warnings.length - WARNINGS_SHOWN;
	if (more > 0) console.error(`warning: and ${more} more; ${commandLine("check")} lists them all`);
	const { length } = published.files;
	if (length > maxFiles) {
		console.error(
			`warning: --max-files ${maxFiles}: the tree needs ${length} files; only precomputed pages were left out`,
		);
	}
	console.log(summary(published, out, seconds, hosts.length === 0 ? HOSTS : hosts));
	for (const host of hosts) {
		const command = host.deploy(shellWord(out), shellWord(besideFolder(out, host)));
		console.log(`  deploy     ${host.title}: ${command}`);
	}
}

/** The summary. `hosts` are those to compare the tree with. */
export function summary(
	published: Published,
	out: string,
	seconds: number,
	hosts: readonly Host[],
): string {
	const { pointer, files, precomputed, leftOut } = published;
	const { listingPages, wordPages, clipPages, words, wordsKnown } = precomputed;
	const removed = pointer.positions - pointer.count;
	return [
		`Built ${out} for ${pointer.base_url}`,
		`  clips      ${pointer.count}${removed === 0 ? "" : `, and ${removed} removed`}`,
		`  pages      ${listingPages} of the listing, ${wordPages} for words, ${clipPages} for clips`,
		`  words      ${wordsKnown}, ${words} with pages`,
		`  files      ${files.length}, ${sizeText(totalBytes(published))}`,
		...leftOut.map((path) => `  left out   ${path.slice(1)}, too large`),
		`  time       ${seconds.toFixed(1)} s`,
		...hostLines(published, hosts),
		`  build      ${pointer.build.slice(0, 16)}`,
	].join("\n");
}

function totalBytes({ files }: Published): number {
	return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Which plans of the hosts the tree fits, and why it does not fit the others. */
function hostLines(
	{ files, fixedFiles, precomputed }: Published,
	hosts: readonly Host[],
): string[] {
	// Without a listing, a host that runs no code has nothing to serve.
	const served = hosts.filter(({ links }) => links !== "path" || precomputed.listingPages > 0);
	const plans = served.flatMap(({ limits }) => limits);
	const verdicts = plans.map((limits) => {
		return { limits, found: excesses(limits, { files, fixedFiles }) };
	});
	if (verdicts.length === 0) return [];
	const fits = verdicts.filter(({ found }) => found.length === 0);
	const lines = [
		`  fits       ${fits.map(({ limits }) => limits.host).join(", ") || "no known host"}`,
	];
	for (const { limits, found } of verdicts) {
		if (found.length === 0) continue;
		const whats = found.map(({ what }) => what).join("; ");
		lines.push(`  too large  ${limits.host}: ${whats} (${limits.source})`);
	}
	return lines;
}
