/** Publishes a catalogue as a tree of files, and replaces the old tree only when the new one is complete. */
import { readFile } from "node:fs/promises";
import type { MediaFile } from "../catalogue/media.ts";
import { UserError } from "../console/user-error.ts";
import { UNAVAILABLE_BODY } from "../contract/answers.ts";
import type { LinkStyle } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";
import type { Host, HostFile } from "../hosts/host.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { byFrequency } from "../search/tag-postings.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { serviceWorker } from "../site/assets.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { UNAVAILABLE_PATH } from "../tree/paths.ts";
import type { Order, Pointer, ReleaseFacts } from "../tree/pointer.ts";
import type { Content } from "./content.ts";
import { writeExports } from "./exports.ts";
import { FileBudget, type FileLimits } from "./file-budget.ts";
import { filesOfHosts, writeBeside } from "./host-files.ts";
import {
	maxFileBytes,
	refuseNoPages,
	refuseTooLarge,
	refuseUnlistable,
} from "./host-requirements.ts";
import { writeManifest } from "./manifest-writer.ts";
import { type Precomputed, precompute } from "./precomputed.ts";
import { writeSite } from "./site-writer.ts";
import { pointerOf, replaceTree } from "./staging.ts";
import { writeStore } from "./store-writers.ts";
import { TreeWriter } from "./tree-writer.ts";

/** The default for `maxFiles`: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface PublishOptions extends FileLimits {
	readonly out: string;
	/** The folder of the catalogue, which must not overlap with `out`. */
	readonly dataDir: string;
	readonly media: Pointer["media"];
	/** The title and description of the site. */
	readonly site?: SiteIdentity | undefined;
	/** Files to publish under `media/`. */
	readonly mediaFiles?: readonly MediaFile[];
	/** The positions of all records, in the order of their slugs, where that is known. */
	readonly bySlug?: Uint32Array;
	/** "first" by default. */
	readonly order?: Order | undefined;
	/** "query" by default. */
	readonly links?: LinkStyle | undefined;
	/** The hosts to build for. */
	readonly hosts?: readonly Host[] | undefined;
	/** The number and the date of the release. */
	readonly release?: ReleaseFacts | undefined;
	/** Stops the work without leaving anything behind. */
	readonly signal?: AbortSignal;
}

export interface Published {
	readonly pointer: Pointer;
	readonly files: readonly FileEntry[];
	/** How many of them do not depend on `maxFiles`. */
	readonly fixedFiles: number;
	readonly precomputed: Precomputed;
	/** The paths of exports that are too large. */
	readonly leftOut: readonly string[];
}

/**
 * Writes the tree, then replaces the old one, which stays as it is if anything fails.
 * Throws UserError if `out` cannot be replaced, or if a host would not serve the tree.
 */
export async function publish(content: Content, options: PublishOptions): Promise<Published> {
	const { out, dataDir, hosts = [] } = options;
	refuseNoPages(hosts, options.pages);
	const postings = content.postings.collect();
	const hostFiles = filesOfHosts(hosts, content.urls.base, out);
	return replaceTree(out, dataDir, async (folder) => {
		const published = await writeTree({ content, postings }, folder, hostFiles.tree, options);
		refuseTooLarge(hosts, published);
		refuseOldNumber(out, published.pointer, await pointerOf(out));
		options.signal?.throwIfAborted();
		// They work with the old tree too.
		writeBeside(hostFiles.beside);
		return published;
	});
}

/** Mirrors refuse a number below the last one, and the same number with other content. */
function refuseOldNumber(out: string, { serial, build }: Pointer, old?: Pointer): void {
	if (serial === undefined || old?.serial === undefined) return;
	if (serial > old.serial || (serial === old.serial && build === old.build)) return;
	throw new UserError(
		`--serial ${serial}: is not larger than ${old.serial}, the number of the release in ${out}, which has other content; raise it to ${old.serial + 1} or more`,
	);
}

function pagesOf({ listingPages, wordPages }: Precomputed): Pointer["pages"] {
	if (listingPages > 0) return "all";
	return wordPages > 0 ? "words" : "none";
}

/** Writes everything that a tree consists of, the pointer last. */
async function writeTree(
	{ content, postings }: { readonly content: Content; readonly postings: Postings },
	folder: string,
	hostFiles: readonly HostFile[],
	{ media, hosts = [], ...options }: PublishOptions,
): Promise<Published> {
	const { order = "first", links = "query", sign } = options;
	const { urls } = content;
	const { count, average, longest } = postings;
	const tree = new TreeWriter(folder, options.signal);
	const budget = new FileBudget(options, tree);
	// Shared by the shards and the word pages. A copy takes less memory than a list that grew.
	const lists = postings.terms.map((_, rank) => postingNumbers(postings, rank).slice());
	const collected = content.tags.collect();
	const written = await writeStore(tree, {
		content,
		terms: postings.terms,
		lists,
		tags: collected,
		bySlug: options.bySlug,
	});

	for (const { path, text } of hostFiles) tree.writeUnlisted(path, text);
	const { leftOut, names } = writeExports(tree, content, postings, maxFileBytes(hosts));
	await writeMedia(tree, options.mediaFiles ?? []);
	tree.write(UNAVAILABLE_PATH, UNAVAILABLE_BODY);
	const hasCode = links === "query";
	// Where code answers, it describes clips to other sites.
	const storesClips = budget.fitsClips(content.slugs, count, hasCode ? 1 : 2);
	const facts = {
		site: options.site ?? DEFAULT_SITE,
		baseUrl: urls.base,
		media: {
			where: media,
			origins: media === "remote" ? [new URL(urls.media).origin] : [...content.mediaOrigins],
		},
		links,
		order,
		hasClipPages: hasCode || storesClips,
		canGuess: names.length > 0,
		tags: byFrequency(collected).map(({ name }) => name),
	};
	const site = await writeSite(tree, content, facts);

	refuseUnlistable(hosts, budget, pageCount(count));
	const precomputed = await precompute({
		tree,
		content,
		postings,
		lists,
		order,
		links,
		clipTemplate: storesClips ? site.clipTemplate : undefined,
		provider: hasCode ? undefined : facts.site.title,
		budget,
	});

	const store = {
		base_url: urls.base,
		media,
		order,
		count,
		positions: content.slugs.length,
		average,
		longest,
		unicode: UNICODE_VERSION,
		pages: pagesOf(precomputed),
		...written,
		templates: site.templates,
	};
	const worker = await serviceWorker({ store, site: site.files, names });
	tree.write(SERVICE_WORKER_PATH, worker);
	const pointer = await writeManifest(tree, { ...store, ...options.release }, sign);

	const files = tree.sortedFiles();
	const { wordPages, clipPages } = precomputed;
	const fixedFiles = files.length - precomputed.listingPages - clipPages - wordPages;
	return { pointer, files, fixedFiles, precomputed, leftOut };
}

/** Copies sounds and images. */
async function writeMedia(tree: TreeWriter, files: readonly MediaFile[]): Promise<void> {
	for (const { path, source } of files) tree.write(`media/${path}`, await readFile(source));
}
