/** Prints the summary of a build: what it published, and which hosts accept it. */
import { problemLine } from "../catalogue/problems.ts";
import { commandLine } from "../console/invocation.ts";
import { shellWord, sizeText } from "../console/text.ts";
import type { Host } from "../hosts/host.ts";
import { excesses } from "../hosts/limits.ts";
import type { BuildOptions } from "./build-options.ts";
import { besideFolder } from "./host-files.ts";
import type { Published } from "./publish.ts";

/** Without local media, there may be thousands of warnings. */
const WARNINGS_SHOWN = 10;

export function printSummary(
	published: Published,
	{ out, hosts, maxFiles }: BuildOptions,
	seconds: number,
): void {
	const { warnings } = published;
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
	console.log(summary(published, out, seconds, hosts));
	for (const host of hosts) {
		const command = host.deploy(shellWord(out), shellWord(besideFolder(out, host)));
		console.log(`  deploy     ${host.title}: ${command}`);
	}
}

export function summary(
	published: Published,
	out: string,
	seconds: number,
	hosts: readonly Host[],
): string {
	const { pointer, files, precomputed, leftOut } = published;
	const { listingPages, wordPages, clipPages, words } = precomputed;
	const removed = pointer.positions - pointer.count;
	return [
		`Built ${out} for ${pointer.base_url}`,
		`  clips      ${pointer.count}${removed === 0 ? "" : `, and ${removed} removed`}`,
		`  pages      ${listingPages} of the listing, ${wordPages} for ${words} words, ${clipPages} for clips`,
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
function hostLines(published: Published, hosts: readonly Host[]): string[] {
	const fits: string[] = [];
	const tooLarge: string[] = [];
	for (const plan of hosts.flatMap(({ limits }) => limits)) {
		const whats = excesses(plan, published.files).map(({ what }) => what);
		if (whats.length === 0) fits.push(plan.host);
		else tooLarge.push(`  too large  ${plan.host}: ${whats.join("; ")} (${plan.source})`);
	}
	return fits.length === 0 ? tooLarge : [`  fits       ${fits.join(", ")}`, ...tooLarge];
}
