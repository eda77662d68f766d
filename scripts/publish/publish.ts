/** Publishes a catalogue as a tree of files, and replaces the old tree only when the new one is complete. */
import { readFile } from "node:fs/promises";
import type { MediaFile } from "../catalogue/media.ts";
import type { OnProgress } from "../console/progress.ts";
import { UserError } from "../console/user-error.ts";
import { UNAVAILABLE_BODY } from "../contract/answers.ts";
import type { LinkStyle } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";
import type { Host, HostFile } from "../hosts/host.ts";
import type { Postings } from "../search/postings.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { serviceWorker } from "../site/assets.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { ALL_PATH, UNAVAILABLE_PATH } from "../tree/paths.ts";
import type { Order, Pointer, ReleaseFacts } from "../tree/pointer.ts";
import { filesLeft, filesWithManifest, type Sign, writeManifest } from "./completion.ts";
import type { Content } from "./content.ts";
import { writeExports } from "./exports.ts";
import { filesOfHosts, stageBeside } from "./host-files.ts";
import { maxFileBytes, refuseTooLarge, refuseUnlistable } from "./host-requirements.ts";
import { type Precomputed, precompute } from "./precomputed.ts";
import { writeSite } from "./site-writer.ts";
import { openStaging, pointerOf } from "./staging.ts";
import { writePacks, writeShards, writeSlugs } from "./store-writers.ts";
import { TreeWriter } from "./tree-writer.ts";

/** The default for `maxFiles`: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface PublishOptions {
	readonly out: string;
	/** The folder of the catalogue, which must not overlap with `out`. */
	readonly dataDir: string;
	readonly media: Pointer["media"];
	/** What the owner calls the site. */
	readonly site?: SiteIdentity | undefined;
	/** Files to publish under `media/`. */
	readonly mediaFiles?: readonly MediaFile[];
	/** The most files that the tree may have. */
	readonly maxFiles: number;
	/** "first" by default. */
	readonly order?: Order | undefined;
	/** Which pages to precompute, as far as `maxFiles` allows; "all" by default. */
	readonly pages?: "all" | "none" | undefined;
	/** "query" by default. */
	readonly links?: LinkStyle | undefined;
	/** The owner's domain for GitHub Pages. */
	readonly cname?: string | undefined;
	readonly hosts?: readonly Host[] | undefined;
	/** What the owner says about the release. */
	readonly release?: ReleaseFacts | undefined;
	/** Signs the release. */
	readonly sign?: Sign | undefined;
	readonly onProgress?: OnProgress;
	/** Stops the work without leaving anything behind. */
	readonly signal?: AbortSignal;
}

export interface Published {
	readonly pointer: Pointer;
	readonly files: readonly FileEntry[];
	/** How many of them do not depend on `maxFiles`. */
	readonly fixedFiles: number;
	readonly precomputed: Precomputed;
	/** The paths of exports that are too large for the hosts. */
	readonly leftOut: readonly string[];
}

/**
 * Writes the tree, then replaces the old one, which stays as it is if anything fails.
 * Throws OutputError if `out` cannot be replaced, UserError if a host would not serve the tree.
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
		refuseOldNumber(out, published.pointer, await pointerOf(out));
		options.signal?.throwIfAborted();
		const beside = stageBeside(hostFiles.beside);
		try {
			staging.publish();
			beside.publish();
		} catch (error) {
			beside.discard();
			throw error;
		}
		return published;
	} catch (error) {
		staging.discard();
		throw error;
	}
}

/** Mirrors refuse a number that is smaller than the last, or has other content now. */
function refuseOldNumber(out: string, { serial, build }: Pointer, old?: Pointer): void {
	if (serial === undefined || old?.serial === undefined) return;
	if (serial > old.serial || (serial === old.serial && build === old.build)) return;
	throw new UserError(
		`--serial ${serial}: is not larger than ${old.serial}, the number of the release in ${out}, which has other content; raise it to ${old.serial + 1} or more`,
	);
}

async function writeTree(
	{ content, postings }: { readonly content: Content; readonly postings: Postings },
	folder: string,
	hostFiles: readonly HostFile[],
	{ media, maxFiles, hosts = [], onProgress = () => {}, ...options }: PublishOptions,
): Promise<Published> {
	const { order = "first", pages = "all", links = "query", sign } = options;
	const tree = new TreeWriter(folder, options.signal);
	const { urls } = content;
	const store = {
		packs: await writePacks(tree, content, onProgress),
		search: await writeShards(tree, postings, onProgress),
		slugs: await writeSlugs(tree, content, onProgress),
	};

	const bytes = tree.storeBytes;
	for (const { path, text } of hostFiles) tree.writeUnlisted(path, text);
	const { leftOut, names } = writeExports(tree, content, postings, maxFileBytes(hosts));
	const hasExport = !leftOut.includes(ALL_PATH);
	const place = { where: media, url: urls.media };
	let mediaBytes = 0;
	for (const { path, source } of options.mediaFiles ?? []) {
		mediaBytes += tree.write(`media/${path}`, await readFile(source)).bytes;
	}
	tree.write(UNAVAILABLE_PATH, UNAVAILABLE_BODY);

	// The service worker, the manifest, the pointer and its signature come last.
	const last = sign === undefined ? 2 : 3;
	const listingPages = pageCount(postings.count);
	const facts = { baseUrl: urls.base, media: place, links, hasExport, order };
	const site = await writeSite(
		tree,
		content,
		{ ...facts, site: options.site ?? DEFAULT_SITE, canGuess: names.length > 0 },
		{
			clips: postings.count,
			room: (files) =>
				pages === "none"
					? Number.NEGATIVE_INFINITY
					: filesLeft(maxFiles, files + last) - listingPages,
		},
	);
	const otherFiles = tree.count + last;
	refuseUnlistable(hosts, filesWithManifest(otherFiles + listingPages), { maxFiles });
	const precomputed = await precompute({
		tree,
		content,
		postings,
		order,
		links,
		clipTemplate: site.clipTemplate,
		budget: pages === "none" ? 0 : filesLeft(maxFiles, otherFiles),
		onProgress,
	});
	const { count, average, longest } = postings;
	const data = {
		base_url: urls.base,
		media,
		order,
		count,
		positions: content.slugs.length,
		average,
		longest,
		unicode: UNICODE_VERSION,
		bytes,
		...store,
		templates: site.templates,
	};
	const worker = { store: data, site: site.files, mediaBytes, names };
	tree.write(SERVICE_WORKER_PATH, await serviceWorker(worker));
	const pointer = await writeManifest(tree, { ...data, ...options.release }, sign);
	const files = tree.sortedFiles();
	const { wordPages, clipPages } = precomputed;
	const fixedFiles = files.length - precomputed.listingPages - clipPages - wordPages;
	return { pointer, files, fixedFiles, precomputed, leftOut };
}
