/** The options of a build, and the data that its steps share. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import type { Postings } from "../search/postings.ts";
import type { CollectedTag } from "../search/tag-postings.ts";
import type { Release } from "../signing/release.ts";
import type { Order } from "../tree/pointer.ts";
import type { Content } from "./content.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The default for `maxFiles`: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface BuildOptions {
	/** The catalogue's folder, which must not overlap with `out`. */
	readonly data: string;
	readonly out: string;
	/** No trailing slash. */
	readonly baseUrl: string;
	/** The hosts to build for. */
	readonly hosts: readonly Host[];
	/** The maximum number of files in the tree. */
	readonly maxFiles: number;
	/** Which pages to precompute, as far as `maxFiles` allows. */
	readonly pages: "all" | "none";
	readonly order: Order;
	/** Where the media are: "remote" by default if there is a `mediaUrl`, "local" otherwise. */
	readonly media?: "local" | "remote";
	/** Where remote media are; no trailing slash. */
	readonly mediaUrl?: string;
	/** The number, date and signature of the release. */
	readonly release?: Release;
	/** Whether an empty catalogue may replace one with clips. */
	readonly allowEmpty?: boolean;
}

/** Whether all of these hosts run code. */
export function allRunCode(hosts: readonly Host[]): boolean {
	return hosts.every(({ runsCode }) => runsCode);
}

/** Throws UsageError for options that contradict each other. */
export function refuseOptions(options: BuildOptions): void {
	const { baseUrl, hosts, pages, media, mediaUrl } = options;
	if (media === "local" && mediaUrl !== undefined) {
		throw new UsageError(
			`--media local: the media are published with the clips, so they are not at ${mediaUrl}; leave out --media or --media-url`,
		);
	}
	const { pathname } = new URL(baseUrl);
	const rooted = hosts.find(({ runsCode }) => runsCode);
	if (pathname !== "/" && rooted !== undefined) {
		throw new UsageError(
			`--base-url ${baseUrl}: --host ${rooted.name} answers at the root of its domain, not under ${pathname}; leave the path out`,
		);
	}
	const listed = pagesNeeded(hosts);
	if (listed !== undefined && pages === "none") {
		throw new UsageError(`--pages none: ${listed}; leave --pages out`);
	}
}

/** Why every page of the listing must be a file; undefined if code can answer instead. */
export function pagesNeeded(hosts: readonly Host[]): string | undefined {
	const host = hosts.find(({ runsCode }) => !runsCode);
	return host && `--host ${host.name} runs no code and needs every page of the listing as a file`;
}

/** A catalogue that has been read, with its clips. */
export interface CatalogueInMemory extends Catalogue {
	readonly content: Content;
}

/** The data that the steps of a build read, and the tree that they write. */
export interface Work extends CatalogueInMemory {
	readonly options: BuildOptions;
	readonly postings: Postings;
	/** Sorted by token. */
	readonly tags: readonly CollectedTag[];
	readonly tree: TreeWriter;
}
