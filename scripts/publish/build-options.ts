/** The options of a build, and what its steps share. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { LinkStyle } from "../contract/links.ts";
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
	/** The folder of the catalogue, which must not overlap with `out`. */
	readonly data: string;
	readonly out: string;
	/** No trailing slash. */
	readonly baseUrl: string;
	/** The hosts to build for. */
	readonly hosts: readonly Host[];
	/** The most files that the tree may have. */
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

/** The links of stored pages, as the hosts need them. */
export function linkStyle({ hosts }: Pick<BuildOptions, "hosts">): LinkStyle {
	return hosts.some(({ links }) => links === "path") ? "path" : "query";
}

/** A catalogue that has been read, with its clips. */
export interface Source extends Catalogue {
	readonly content: Content;
}

/** What the steps of a build read, and the tree they write. */
export interface Work extends Source {
	readonly options: BuildOptions;
	readonly postings: Postings;
	/** Sorted by token. */
	readonly tags: readonly CollectedTag[];
	readonly tree: TreeWriter;
}
