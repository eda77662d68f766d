/** Reads a catalogue, publishes it and reports the result, for `instants build` and `instants dev`. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { problemLine } from "../catalogue/problems.ts";
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { parseBaseUrl } from "../console/options.ts";
import { progressBar } from "../console/progress.ts";
import { shellWord, sizeText } from "../console/text.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import { excesses } from "../hosts/limits.ts";
import type { BuildOptions, CatalogueInMemory } from "./build-options.ts";
import { Content } from "./content.ts";
import { besideFolder } from "./host-files.ts";
import { type Published, publish } from "./publish.ts";

/** The address at which `instants dev` serves. */
const LOCAL = "http://localhost:3000";

/** The base URL unless an option sets it: `BASE_URL`, or this machine if no host is named. Throws a UsageError. */
export function defaultBaseUrl(
	env: Readonly<Record<string, string | undefined>>,
	hosts: readonly Host[] = [],
): string {
	if (env.BASE_URL) return parseBaseUrl(env.BASE_URL, "BASE_URL");
	const [host] = hosts;
	if (host === undefined) return LOCAL;
	throw new UsageError(
		`--host ${host.name}: needs the site's address, for its links; add --base-url, such as --base-url https://sounds.example, or set BASE_URL`,
	);
}

/** Builds and prints the result. Throws a CatalogueError or another UserError. */
export async function build(options: BuildOptions): Promise<void> {
	const start = performance.now();
	const published = await interruptible("what was published before is unchanged", (signal) =>
		readAndPublish(options, signal),
	);
	printSummary(published, options, (performance.now() - start) / 1000);
	const dir = options.out === "dist" ? [] : ["--dir", shellWord(options.out)];
	if (options.hosts.length === 0) console.log(`Next: ${commandLine("preview", ...dir)}`);
}

/** Builds without printing. Throws a CatalogueError or another UserError, or the signal's abort reason. */
export function readAndPublish(options: BuildOptions, signal: AbortSignal): Promise<Published> {
	return publish(options, () => readSource(options, signal), signal);
}

async function readSource(
	{ data, baseUrl, mediaUrl, media = mediaUrl === undefined ? "local" : "remote" }: BuildOptions,
	signal: AbortSignal,
): Promise<CatalogueInMemory> {
	const content = new Content({
		base: baseUrl,
		media: mediaUrl ?? `${baseUrl}/media`,
		where: media,
	});
	const progress = progressBar();
	const start = performance.now();
	try {
		const catalogue = await readCatalogue(data, {
			media,
			onRecord: (record) => content.add(record),
			onProgress: (records, bytes, allBytes) => {
				signal.throwIfAborted();
				const rate = records / ((performance.now() - start) / 1000);
				const detail = `${records} clips, ${rate.toFixed(0)} per second`;
				progress.show("reading", bytes, allBytes, detail);
			},
		});
		return { ...catalogue, content };
	} finally {
		progress.stop();
	}
}

/** If there are no local media, there may be thousands of warnings. */
const WARNINGS_SHOWN = 10;

function printSummary(
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
			`warning: --max-files ${maxFiles}: the tree still has ${length} files, because only precomputed pages can be left out`,
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
	const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
	return [
		`Built ${out} for ${pointer.base_url}`,
		`  clips      ${pointer.count}${removed === 0 ? "" : `, and ${removed} removed`}`,
		`  pages      ${listingPages} of the listing, ${wordPages} for ${words} words, ${clipPages} for clips`,
		`  files      ${files.length}, ${sizeText(size)}`,
		...leftOut.map((path) => `  left out   ${path.slice(1)}, too large`),
		`  time       ${seconds.toFixed(1)} s`,
		...hostLines(published, hosts),
		`  build      ${pointer.build.slice(0, 16)}`,
	].join("\n");
}

/** Says which plans of the hosts the tree fits, and why it does not fit the others. */
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
