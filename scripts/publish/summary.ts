/** What a build tells its owner at the end. */
import { sizeText } from "../console/text.ts";
import type { Host } from "../hosts/host.ts";
import { excesses } from "../hosts/limits.ts";
import type { Published } from "./publish.ts";

/** The plans of the hosts that the tree fits, and for each other one, why not. */
function hostLines(
	{ files, fixedFiles, listingPages }: Published,
	hosts: readonly Host[],
): string[] {
	const plans = hosts.flatMap(({ limits }) => limits);
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
		const hopeless =
			limits.files !== undefined && listingPages > limits.files
				? "; the listing alone does not fit"
				: "";
		const whats = found.map(({ what }) => what).join("; ");
		lines.push(`  too large  ${limits.host}: ${whats}${hopeless} (${limits.source})`);
	}
	return lines;
}

/** The summary, as lines. `hosts` are those that may take the tree. */
export function summary(
	published: Published,
	out: string,
	seconds: number,
	hosts: readonly Host[],
): string {
	const { pointer, files, listingPages, wordPages, wordsKnown, wordsPrecomputed } = published;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	return [
		`Built ${out} for ${pointer.base_url}`,
		`  instants   ${pointer.count}`,
		`  pages      ${listingPages} of the listing, ${wordPages} of single words`,
		`  words      ${wordsPrecomputed} precomputed of ${wordsKnown} known`,
		`  files      ${files.length}, ${sizeText(bytes)}`,
		`  time       ${seconds.toFixed(1)} s`,
		...hostLines(published, hosts),
		`  build      ${pointer.build.slice(0, 16)}`,
	].join("\n");
}
