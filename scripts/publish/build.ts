/** The whole build as people see it: reads, checks, publishes, and reports on the way and at the end. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { CatalogueError, type Problem, problemLine } from "../catalogue/problems.ts";
import { interruptible } from "../console/interrupt.ts";
import { progressBar } from "../console/progress.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host, LinkStyle } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import type { Order } from "../tree/pointer.ts";
import { Content } from "./content.ts";
import { besideFolder } from "./host-files.ts";
import { linkStyle } from "./link-style.ts";
import { type Published, publish } from "./publish.ts";
import { summary } from "./summary.ts";

/** What `npm run build` can be told. */
export interface BuildOptions {
	/** The data folder. */
	readonly data: string;
	/** The folder to publish into. */
	readonly out: string;
	readonly baseUrl: string;
	readonly maxFiles: number;
	/** Whether the listing begins with the first record or with the last. */
	readonly order?: Order;
	/** Whether pages are composed in advance. */
	readonly pages?: "all" | "none";
	readonly hosts?: readonly Host[];
	/** What stored pages link to; what the hosts need unless given. */
	readonly links?: LinkStyle;
	/** The domain that GitHub Pages is to answer for. */
	readonly cname?: string;
	readonly media: "local" | "remote";
	readonly mediaUrl?: string;
	/** Print the outcome as JSON. */
	readonly json?: boolean;
}

/** Warnings come by the thousand, as a rule, when media live elsewhere: the first ones tell. */
const WARNINGS_SHOWN = 10;

function printWarnings(warnings: readonly Problem[]): void {
	const shown = warnings.slice(0, WARNINGS_SHOWN);
	for (const warning of shown) console.error(`warning: ${problemLine(warning)}`);
	const more = warnings.length - shown.length;
	if (more > 0) console.error(`warning: and ${more} more; npm run check lists them all`);
}

/** A path as one word of a shell command. https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_02_02 */
function shellWord(path: string): string {
	return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A base URL under which the hosts would not answer. */
class UnreachableError extends UsageError {}

/** Refuses what would build links that lead nowhere. Throws an UnreachableError. */
function refuseBasePath(baseUrl: string, hosts: readonly Host[]): void {
	const { pathname } = new URL(baseUrl);
	const rooted = hosts.find(({ links }) => links !== "path");
	if (pathname === "/" || rooted === undefined) return;
	throw new UnreachableError(
		`--base-url ${baseUrl}: --host ${rooted.name} answers at the root of its domain, not under ${pathname}; leave the path out`,
	);
}

/** GitHub Pages answers at the domain that is brought to it. Throws an UnreachableError. */
function refuseOtherDomain({ baseUrl, cname }: BuildOptions): void {
	const { hostname } = new URL(baseUrl);
	if (cname === undefined || cname === hostname) return;
	throw new UnreachableError(
		`--cname ${cname}: the links are for ${hostname}; leave --base-url out, or name the same domain in both`,
	);
}

/** The format of the progress bar. */
const BAR = "{phase} {bar} {percentage}%, {detail}, {eta_formatted} left";

/** Builds and says what was built. Throws a CatalogueError or a UserError. */
export async function build(options: BuildOptions): Promise<void> {
	const start = performance.now();
	try {
		const built = await interruptible("what was published before is untouched", (signal) =>
			publishFolder(options, signal),
		);
		const seconds = (performance.now() - start) / 1000;
		if (options.json) printJson(built, seconds);
		else printSummary(built, options, seconds);
	} catch (error) {
		if (options.json) console.log(failureJson(error as Error));
		throw error;
	}
}

/** What was published, and what the owner should know about the catalogue. */
interface Built {
	readonly published: Published;
	readonly warnings: readonly Problem[];
}

async function publishFolder(options: BuildOptions, signal: AbortSignal): Promise<Built> {
	const { data, out, baseUrl, mediaUrl, maxFiles, order, pages, cname, hosts = [] } = options;
	const links = linkStyle(hosts, options.links);
	refuseBasePath(baseUrl, hosts);
	refuseOtherDomain(options);
	const media = mediaUrl === undefined ? options.media : "remote";
	const content = new Content({ base: baseUrl, media: mediaUrl ?? `${baseUrl}/media` });
	const progress = progressBar(BAR);
	const start = performance.now();
	try {
		const catalogue = await readCatalogue(data, {
			media,
			onRecord: (record) => content.add(record),
			onProgress: (records, bytes, allBytes) => {
				signal.throwIfAborted();
				const rate = records / ((performance.now() - start) / 1000);
				const detail = `${records} clips, ${rate.toFixed(0)} a second`;
				progress.show("reading", bytes, allBytes, { detail });
			},
		});
		const published = await publish(content, {
			out,
			dataDir: data,
			media,
			mediaFiles: catalogue.media,
			maxFiles,
			links,
			hosts,
			signal,
			...(order === undefined ? {} : { order }),
			...(pages === undefined ? {} : { pages }),
			...(cname === undefined ? {} : { cname }),
			onProgress: (stage, done, total) =>
				progress.show(stage, done, total, { detail: `${done} of ${total}` }),
		});
		return { published, warnings: catalogue.warnings };
	} finally {
		progress.stop();
	}
}

function printSummary(
	{ published, warnings }: Built,
	options: BuildOptions,
	seconds: number,
): void {
	const { out, hosts = [] } = options;
	printWarnings(warnings);
	console.log(summary(published, out, seconds, hosts.length === 0 ? HOSTS : hosts));
	for (const host of hosts) {
		const command = host.deploy(shellWord(out), shellWord(besideFolder(out, host)));
		console.log(`  deploy     ${host.title}: ${command}`);
	}
}

/** The outcome as one JSON object, for scripts. */
function printJson({ published, warnings }: Built, seconds: number): void {
	const { pointer, files, precomputed, leftOut } = published;
	const { build, base_url, count, positions } = pointer;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const tree = { build, base_url, count, positions, files: files.length, bytes };
	const { listingPages, wordPages } = precomputed;
	const lines = warnings.map(problemLine);
	const pages = { listing_pages: listingPages, word_pages: wordPages, left_out: leftOut };
	console.log(JSON.stringify({ event: "done", ...tree, ...pages, warnings: lines, seconds }));
}

function failureJson(error: Error): string {
	const problems = error instanceof CatalogueError ? error.problems.map(problemLine) : [];
	return JSON.stringify({ event: "failed", message: error.message, problems });
}
