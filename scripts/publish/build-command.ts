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
import { type ReleaseOptions, releaseOf } from "../signing/release.ts";
import { Content } from "./content.ts";
import { linkStyle, refuseBasePath } from "./host-requirements.ts";
import { type PublishOptions, publish } from "./publish.ts";
import { type Built, printSummary } from "./report.ts";
import { checkOutput, pointerOf } from "./staging.ts";

type Shared = "out" | "media" | "maxFiles" | "order" | "pages" | "hosts";

export interface BuildOptions extends Pick<PublishOptions, Shared> {
	readonly data: string;
	/** No trailing slash. */
	readonly baseUrl: string;
	/** Where remote media are; no trailing slash. */
	readonly mediaUrl?: string;
	/** The release's number, date and key. */
	readonly release?: ReleaseOptions;
	/** Whether an empty catalogue may replace one with clips. */
	readonly allowEmpty?: boolean;
}

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
	const built = await interruptible("what was published before is unchanged", (signal) =>
		readAndPublish(options, signal),
	);
	printSummary(built, options, (performance.now() - start) / 1000);
	const dir = options.out === "dist" ? [] : ["--dir", shellWord(options.out)];
	if (!options.hosts?.length) console.log(`Next: ${commandLine("preview", ...dir)}`);
}

/** Builds without printing. Throws a CatalogueError or another UserError, or the reason of the signal. */
export async function readAndPublish(options: BuildOptions, signal: AbortSignal): Promise<Built> {
	const { data, baseUrl, mediaUrl, hosts = [] } = options;
	const links = linkStyle(hosts);
	refuseBasePath(baseUrl, hosts);
	const release = releaseOf(options.release ?? {});
	// Before the catalogue is read, which may take minutes.
	await checkOutput(options.out, data);
	const media = mediaUrl === undefined ? options.media : "remote";
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
		progress.stop();
		if (content.postings.count === 0) await refuseEmpty(options, catalogue.warnings);
		const published = await publish(content, {
			...options,
			...release,
			dataDir: data,
			media,
			mediaFiles: catalogue.media,
			site: catalogue.site,
			bySlug: catalogue.bySlug,
			links,
			signal,
		});
		return { published, warnings: catalogue.warnings };
	} finally {
		progress.stop();
	}
}

/** A folder that was moved, or a disk that is not mounted, must not empty a site. Throws UserError. */
async function refuseEmpty(
	{ data, out, allowEmpty }: BuildOptions,
	warnings: readonly Problem[],
): Promise<void> {
	const { count = 0 } = (await pointerOf(out)) ?? {};
	if (allowEmpty || count === 0) return;
	const refusal = `--data ${data}: has no clips, but ${out} has ${count}, which would be gone; correct --data, or run ${commandLine("build", "--allow-empty")}`;
	throw new UserError([refusal, ...warnings.map(problemLine)].join("\n"));
}
