/** Turns a checked catalogue into a published tree: what is written, in which order, and the switch. */

import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CatalogueInstant } from "../catalogue/instant.ts";
import { NO_QUERY } from "../contract/links.ts";
import type { Host, HostFile, LinkStyle } from "../hosts/host.ts";
import { serviceWorker } from "../site/assets.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import { buildId, type FileEntry } from "../tree/manifest.ts";
import { listingPath, wordKey, wordPath } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { UNAVAILABLE_BODY, UNAVAILABLE_PATH } from "../tree/stored-errors.ts";
import { writeExport } from "./export.ts";
import { filesOfHosts, stageBeside } from "./host-files.ts";
import { refuseTooLarge } from "./host-limits.ts";
import { writeManifest } from "./manifest.ts";
import { resultPages, type StoredAt, type Urls } from "./pages.ts";
import { plannedFiles, planTree, wordPageCount } from "./plan.ts";
import { writeSearch } from "./search.ts";
import { openStaging } from "./staging.ts";
import { TreeWriter } from "./tree-writer.ts";
import { rankWord } from "./word-ranking.ts";

/** Most files of a tree unless said otherwise: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface PublishOptions {
	/** The folder to replace. */
	readonly out: string;
	/** The folder the catalogue came from; `out` must not overlap with it. */
	readonly dataDir: string;
	readonly urls: Urls;
	readonly media: Pointer["media"];
	/** Most files the tree may have; the listing is written even beyond it. */
	readonly maxFiles: number;
	/** What stored pages link to; the API with its queries unless said otherwise. */
	readonly links?: LinkStyle;
	/** The domain that GitHub Pages is to answer for. */
	readonly cname?: string;
	/** The hosts whose own files are to be written too. */
	readonly hosts?: readonly Host[];
	/** Told how many of how many files are written. */
	readonly onProgress?: (files: number, total: number) => void;
}

/** What was published. */
export interface Published {
	readonly pointer: Pointer;
	readonly files: readonly FileEntry[];
	/** How many of them come whatever `maxFiles` is. */
	readonly fixedFiles: number;
	readonly listingPages: number;
	readonly wordPages: number;
	readonly wordsKnown: number;
	readonly wordsPrecomputed: number;
}

/**
 * Writes the tree and switches to it. On any error the old tree stays as it is.
 * Throws an OutputError when `out` cannot be replaced.
 */
export async function publish(catalogue: Catalogue, options: PublishOptions): Promise<Published> {
	const { out, dataDir, urls, cname, hosts = [] } = options;
	const facts = { baseUrl: urls.base, ...(cname === undefined ? {} : { cname }) };
	const hostFiles = filesOfHosts(hosts, facts, out);
	const staging = openStaging(out, dataDir);
	try {
		const published = await writeTree(catalogue, staging.folder, hostFiles.tree, options);
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
	catalogue: Catalogue,
	folder: string,
	hostFiles: readonly HostFile[],
	{ urls, media, maxFiles, links = "query", hosts = [], onProgress }: PublishOptions,
): Promise<Published> {
	const { instants } = catalogue;
	const plan = await planTree(catalogue, {
		urls,
		media,
		maxFiles,
		hosts,
		hostFiles,
		links,
	});
	const { fixedFiles } = plan;
	if (hosts.length > 0) refuseTooLarge(hosts, { files: [...plannedFiles(plan)], fixedFiles });

	const tree = new TreeWriter(folder, (n) => onProgress?.(n, plan.fileCount));
	const writePages = (found: readonly CatalogueInstant[], at: StoredAt): void => {
		let page = 0;
		for (const body of resultPages(found, at, urls, links)) tree.write(at.pathOf(++page), body);
	};
	writePages(instants, { query: NO_QUERY, pathOf: listingPath });
	for (const word of plan.words) {
		const key = wordKey(word.word);
		const query = { formats: [], names: [word.word] };
		const found = clipsAt(instants, rankWord(plan.search.postings, word));
		writePages(found, { query, pathOf: (page) => wordPath(key, page) });
	}
	writeSearch(tree, plan.search);
	writeExport(tree, instants, urls);
	tree.write(UNAVAILABLE_PATH, UNAVAILABLE_BODY);
	for (const { path, text } of plan.hostFiles) tree.write(path, text);
	for (const { path, content } of plan.site) tree.write(path, content);
	for (const { path, source } of plan.copies) await tree.copy(path, source);
	// It holds the hash of all the others, so it comes after them.
	const sitePaths = new Set(plan.site.map(({ path }) => path));
	const { entries } = tree;
	const worker = serviceWorker({
		contents: await buildId(entries),
		site: entries.filter(({ path }) => sitePaths.has(path)),
	});
	tree.write(SERVICE_WORKER_PATH, worker);
	const pointer = await writeManifest(tree, {
		base_url: urls.base,
		media,
		count: instants.length,
		shards: plan.search.dictionary.folder,
	});
	refuseTooLarge(hosts, { files: tree.entries, fixedFiles });
	return {
		pointer,
		files: tree.entries,
		fixedFiles,
		listingPages: plan.listingPages,
		wordPages: wordPageCount(plan.words),
		wordsKnown: plan.wordsKnown,
		wordsPrecomputed: plan.words.length,
	};
}

/** The clips at these catalogue positions. */
function clipsAt(
	instants: Catalogue["instants"],
	positions: readonly number[],
): CatalogueInstant[] {
	return positions.map((position) => {
		const instant = instants[position];
		if (instant === undefined) throw new RangeError(`no clip at position ${position}`);
		return instant;
	});
}
