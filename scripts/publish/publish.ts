/** Turns a checked catalogue into a published tree: what is written, in which order, and the switch. */
import type { MediaFile } from "../catalogue/media.ts";
import type { OnProgress } from "../console/progress.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Host, HostFile, LinkStyle } from "../hosts/host.ts";
import type { Postings } from "../search/postings.ts";
import { serviceWorker } from "../site/assets.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import { siteFiles } from "../site/site-files.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { ALL_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import type { Order, Pointer } from "../tree/pointer.ts";
import { UNAVAILABLE_BODY, UNAVAILABLE_PATH } from "../tree/stored-errors.ts";
import { clientModule } from "./client-module.ts";
import type { Content } from "./content.ts";
import { writeExport } from "./export.ts";
import { filesOfHosts, stageBeside } from "./host-files.ts";
import { maxFileBytes, refuseTooLarge, refuseUnlistable } from "./host-limits.ts";
import { filesLeft, filesWithManifest, writeManifest } from "./manifest.ts";
import { writePacks } from "./packs.ts";
import { type Precomputed, precompute } from "./precompute.ts";
import { writeNameIndex, writeShards } from "./search.ts";
import { writeSlugs } from "./slugs.ts";
import { openStaging } from "./staging.ts";
import { TreeWriter } from "./tree-writer.ts";

/** Most files of a tree unless said otherwise: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface PublishOptions {
	/** The folder to replace. */
	readonly out: string;
	/** The folder the catalogue came from; `out` must not overlap with it. */
	readonly dataDir: string;
	readonly media: Pointer["media"];
	/** Files to publish under `media/`. */
	readonly mediaFiles?: readonly MediaFile[];
	/** Most files the tree may have. */
	readonly maxFiles: number;
	/** Whether the listing begins with the first record or with the last. */
	readonly order?: Order;
	/** Whether pages are composed in advance, as far as the files suffice. */
	readonly pages?: "all" | "none";
	/** What stored pages link to; the API with its queries unless said otherwise. */
	readonly links?: LinkStyle;
	/** The domain that GitHub Pages is to answer for. */
	readonly cname?: string;
	/** The hosts whose own files are to be written too. */
	readonly hosts?: readonly Host[];
	/** Told now and then what is done, and how much of it. */
	readonly onProgress?: OnProgress;
	/** Stops the work. The old tree stays as it is, and nothing is left over. */
	readonly signal?: AbortSignal;
}

/** What was published. */
export interface Published {
	readonly pointer: Pointer;
	/** Every file of the tree. */
	readonly files: readonly FileEntry[];
	/** How many of them come whatever `maxFiles` is. */
	readonly fixedFiles: number;
	readonly precomputed: Precomputed;
	/** Files that were left out, because they are larger than the hosts take. */
	readonly leftOut: readonly string[];
}

/**
 * Writes the tree and switches to it. On any error the old tree stays as it is.
 * Throws an OutputError when `out` cannot be replaced, and a HostLimitError.
 */
export async function publish(content: Content, options: PublishOptions): Promise<Published> {
	const { out, dataDir, cname, hosts = [] } = options;
	const postings = content.postings.collect();
	refuseUnlistable(hosts, filesWithManifest(pageCount(postings.count)), options);
	const facts = { baseUrl: content.urls.base, ...(cname === undefined ? {} : { cname }) };
	const hostFiles = filesOfHosts(hosts, facts, out);
	const staging = await openStaging(out, dataDir);
	try {
		const published = await writeTree(
			{ content, postings },
			staging.folder,
			hostFiles.tree,
			options,
		);
		refuseTooLarge(hosts, published);
		options.signal?.throwIfAborted();
		const beside = stageBeside(hostFiles.beside);
		try {
			staging.publish();
		} catch (error) {
			beside.discard();
			throw error;
		}
		beside.publish();
		return published;
	} catch (error) {
		staging.discard();
		throw error;
	}
}

async function writeTree(
	{ content, postings }: { readonly content: Content; readonly postings: Postings },
	folder: string,
	hostFiles: readonly HostFile[],
	{ media, maxFiles, hosts = [], onProgress = () => {}, ...options }: PublishOptions,
): Promise<Published> {
	const { order = "first", pages = "all", links = "query" } = options;
	const tree = new TreeWriter(folder, options.signal);
	const { urls } = content;
	const store = {
		packs: await writePacks(tree, content, onProgress),
		search: await writeShards(tree, postings, onProgress),
		slugs: await writeSlugs(tree, content, onProgress),
	};

	for (const { path, text } of hostFiles) tree.writeUnlisted(path, text);
	const leftOut = writeExports(tree, content, postings, maxFileBytes(hosts));
	const hasExport = !leftOut.includes(ALL_PATH);
	const place = { where: media, url: urls.media };
	const site = await siteFiles({ baseUrl: urls.base, media: place, links, hasExport });
	for (const { path, content } of site) tree.write(path, content);
	for (const { path, source } of options.mediaFiles ?? []) await tree.copy(`media/${path}`, source);
	tree.write(UNAVAILABLE_PATH, UNAVAILABLE_BODY);
	tree.write(SEARCH_MODULE_PATH, clientModule());

	// The service worker and the pointer are still to come, and the manifest.
	const otherFiles = tree.count + 2;
	refuseUnlistable(hosts, filesWithManifest(otherFiles + pageCount(postings.count)), { maxFiles });
	const precomputed = precompute({
		tree,
		content,
		postings,
		order,
		to: { baseUrl: urls.base, links },
		budget: pages === "none" ? 0 : filesLeft(maxFiles, otherFiles),
		onProgress,
	});
	const sitePaths = new Set(site.map(({ path }) => path));
	const ofSite = tree.listed.filter(({ path }) => sitePaths.has(path));
	const { count, average, longest } = postings;
	const data = {
		base_url: urls.base,
		media,
		order,
		count,
		positions: content.slugs.length,
		average,
		longest,
		bytes: tree.storeBytes,
		...store,
	};
	tree.write(SERVICE_WORKER_PATH, await serviceWorker({ store: data, site: ofSite }));
	const pointer = await writeManifest(tree, data);
	const files = tree.entries;
	const { listingPages, wordPages } = precomputed;
	const fixedFiles = files.length - listingPages - wordPages;
	return { pointer, files, fixedFiles, precomputed, leftOut };
}

/** Writes what clients load as a whole, unless it is larger than hosts take. Returns the paths left out. */
function writeExports(
	tree: TreeWriter,
	content: Content,
	postings: Postings,
	maxBytes: number,
): string[] {
	const leftOut: string[] = [];
	if (!writeExport(tree, content, maxBytes)) leftOut.push(ALL_PATH);
	// A name takes 60 bytes or more of the index, so that of a large catalogue need not be tried.
	const isHopeless = postings.count * 60 > maxBytes;
	if (isHopeless || !writeNameIndex(tree, content.names(), postings, maxBytes)) {
		leftOut.push(SEARCH_INDEX_PATH);
	}
	return leftOut;
}
