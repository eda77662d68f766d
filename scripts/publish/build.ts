/** The whole build as people see it: reads, checks, publishes, and reports on the way and at the end. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { problemLine } from "../catalogue/problems.ts";
import type { Host, LinkStyle } from "../hosts/host.ts";
import { progressBar } from "../progress.ts";
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

/** Builds and says what was built. Throws a CatalogueError or a UserError. */
export async function build(options: BuildOptions): Promise<void> {
	const start = performance.now();
	const hosts = options.hosts ?? [];
	const links = linkStyle(hosts, options.links);
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
		for (const warning of catalogue.warnings) console.error(`warning: ${problemLine(warning)}`);
		console.log(summary(published, options.out, (performance.now() - start) / 1000));
		for (const host of hosts) {
			console.log(
				`  deploy     ${host.title}: ${host.deploy(options.out, besideFolder(options.out, host))}`,
			);
		}
	} finally {
		progress.stop();
	}
}
