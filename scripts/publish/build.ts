/** The whole build as people see it: reads, checks, publishes, and reports on the way and at the end. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { type Problem, problemLine } from "../catalogue/problems.ts";
import { progressBar } from "../console/progress.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host, LinkStyle } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import { besideFolder } from "./host-files.ts";
import { linkStyle } from "./link-style.ts";
import { publish } from "./publish.ts";
import { summary } from "./summary.ts";

/** What `npm run build` can be told. */
export interface BuildOptions {
	/** The data folder. */
	readonly data: string;
	/** The folder to publish into. */
	readonly out: string;
	readonly baseUrl: string;
	readonly maxFiles: number;
	readonly hosts?: readonly Host[];
	/** What stored pages link to; what the hosts need unless given. */
	readonly links?: LinkStyle;
	/** The domain that GitHub Pages is to answer for. */
	readonly cname?: string;
	readonly media: "local" | "remote";
	readonly mediaUrl?: string;
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

/** Builds and says what was built. Throws a CatalogueError or a UserError. */
export async function build(options: BuildOptions): Promise<void> {
	const start = performance.now();
	const hosts = options.hosts ?? [];
	const links = linkStyle(hosts, options.links);
	refuseBasePath(options.baseUrl, hosts);
	refuseOtherDomain(options);
	const progress = progressBar();
	try {
		const media = options.mediaUrl === undefined ? options.media : "remote";
		const catalogue = await readCatalogue(options.data, {
			media,
			onProgress: (records) => progress.show("reading", records, records),
		});
		const published = await publish(catalogue, {
			out: options.out,
			dataDir: options.data,
			urls: { base: options.baseUrl, media: options.mediaUrl ?? `${options.baseUrl}/media` },
			media,
			maxFiles: options.maxFiles,
			links,
			...(options.cname === undefined ? {} : { cname: options.cname }),
			hosts,
			onProgress: (files, total) => progress.show("writing", files, total),
		});
		progress.stop();
		printWarnings(catalogue.warnings);
		const seconds = (performance.now() - start) / 1000;
		const candidates = hosts.length === 0 ? HOSTS : hosts;
		console.log(summary(published, options.out, seconds, candidates));
		for (const host of hosts) {
			const beside = besideFolder(options.out, host);
			const command = host.deploy(shellWord(options.out), shellWord(beside));
			console.log(`  deploy     ${host.title}: ${command}`);
		}
	} finally {
		progress.stop();
	}
}
