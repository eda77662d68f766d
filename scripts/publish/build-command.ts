/** Reads a catalogue, publishes it and reports the result, for `instants build` and `instants dev`. */
import { join } from "node:path";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { parseBaseUrl } from "../console/options.ts";
import { progressBar } from "../console/progress.ts";
import { shellWord } from "../console/text.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import type { BuildOptions, Source } from "./build-options.ts";
import { Content } from "./content.ts";
import { type Published, publish } from "./publish.ts";
import { printSummary } from "./report.ts";

/** The address where `instants dev` serves. */
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
		`--host ${host.name}: needs the address of the site, which links start with; add --base-url, such as --base-url https://sounds.example, or set BASE_URL`,
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

/** Builds without printing. Throws a CatalogueError or another UserError, or the reason of the signal. */
export function readAndPublish(options: BuildOptions, signal: AbortSignal): Promise<Published> {
	return publish(options, () => readSource(options, signal), signal);
}

async function readSource(
	{ data, baseUrl, mediaUrl, media = mediaUrl === undefined ? "local" : "remote" }: BuildOptions,
	signal: AbortSignal,
): Promise<Source> {
	const content = new Content({
		base: baseUrl,
		media: mediaUrl ?? `${baseUrl}/media`,
		where: media,
		...(media === "local" && { mediaFolder: join(data, "media") }),
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
