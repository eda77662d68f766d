/** Reads a catalogue, publishes it and reports the result, for `instants build` and `instants dev`. */
import { join } from "node:path";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { type Problem, problemLine } from "../catalogue/problems.ts";
import { interruptible } from "../console/interrupt.ts";
import { commandLine } from "../console/invocation.ts";
import { parseBaseUrl } from "../console/options.ts";
import { progressBar } from "../console/progress.ts";
import { shellWord } from "../console/text.ts";
import { UsageError, UserError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import type { BuildOptions, Source } from "./build-options.ts";
import { Content } from "./content.ts";
import { type Published, publish } from "./publish.ts";
import { printSummary } from "./report.ts";

/** Where `instants dev` serves. */
const LOCAL = "http://localhost:3000";

/** The base URL unless an option sets it: `BASE_URL`, or this machine for a tree that is for no host. Throws a UsageError. */
export function defaultBaseUrl(
	env: Readonly<Record<string, string | undefined>>,
	hosts: readonly Host[] = [],
): string {
	if (env.BASE_URL) return parseBaseUrl(env.BASE_URL, "BASE_URL");
	const [host] = hosts;
	if (host === undefined) return LOCAL;
	throw new UsageError(
		`--host ${host.name}: the site's own address must be known, since its links carry it; add --base-url, such as --base-url https://sounds.example, or set BASE_URL`,
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
export async function readAndPublish(
	options: BuildOptions,
	signal: AbortSignal,
): Promise<Published> {
	const media = mediaPlace(options);
	return publish(
		options,
		async (published) => {
			const source = await readSource(options, media, signal);
			if (published > 0 && source.content.postings.count === 0) {
				refuseEmpty(options, published, source.warnings);
			}
			return source;
		},
		signal,
	);
}

function mediaPlace({ media, mediaUrl }: BuildOptions): "local" | "remote" {
	if (media !== "local" || mediaUrl === undefined) {
		return media ?? (mediaUrl === undefined ? "local" : "remote");
	}
	throw new UsageError(
		`--media local: the media are published with the clips, so they are not at ${mediaUrl}; leave out --media or --media-url`,
	);
}

async function readSource(
	{ data, baseUrl, mediaUrl }: BuildOptions,
	media: "local" | "remote",
	signal: AbortSignal,
): Promise<Source> {
	const content = new Content({
		base: baseUrl,
		media: mediaUrl ?? `${baseUrl}/media`,
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

/** A folder that was moved, or a disk that is not mounted, must not empty a site. Throws UserError. */
function refuseEmpty(
	{ data, out, allowEmpty }: BuildOptions,
	count: number,
	warnings: readonly Problem[],
): void {
	if (allowEmpty) return;
	const refusal = `--data ${data}: has no clips, but ${out} has ${count}, which would be gone; correct --data, or add --allow-empty`;
	throw new UserError([refusal, ...warnings.map(problemLine)].join("\n"));
}
