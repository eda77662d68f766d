/** Turns a checked catalogue into a published tree: what is written, in which order, and the switch. */

import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CatalogueInstant } from "../catalogue/instant.ts";
import type { Latest } from "../contract/latest.ts";
import { NO_QUERY } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import {
	ALL_PATH,
	DICTIONARY_PATH,
	formatPath,
	LATEST_PATH,
	listingPath,
	MANIFEST_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	wordKey,
	wordPath,
} from "../contract/paths.ts";
import { FORMATS } from "../contract/query.ts";
import { errorBodies } from "../contract/stored-errors.ts";
import type { Host, LinkStyle, TreeFacts } from "../hosts/host.ts";
import { siteFiles } from "../site/site-files.ts";
import { SERVICE_WORKER_PATH, serviceWorker } from "../site/worker-file.ts";
import { writeExport } from "./export.ts";
import { treeFilesOf, writeBeside } from "./host-files.ts";
import { refuseLargeFiles, refuseTooLarge, refuseTooManyFiles } from "./host-limits.ts";
import { writeManifest } from "./manifest.ts";
import { resultPages, type StoredAt, type Urls } from "./pages.ts";
import { searchFiles, writeSearch } from "./search.ts";
import { openStaging } from "./staging.ts";
import { type FileEntry, TreeWriter } from "./tree-writer.ts";
import { vocabulary, type Word, withinBudget } from "./vocabulary.ts";
import { rankWord } from "./word-ranking.ts";

/** Most files of a tree unless said otherwise: the smallest limit of the known hosts. */
export const MAX_FILES = 20_000;

export interface PublishOptions {
	/** The folder to replace. */
	readonly out: string;
	/** The folder the catalogue came from; `out` must not overlap with it. */
	readonly dataDir: string;
	readonly urls: Urls;
	readonly media: Latest["media"];
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
	readonly facts: TreeFacts;
	readonly latest: Latest;
	readonly files: readonly FileEntry[];
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
	const staging = openStaging(options.out, options.dataDir);
	try {
		const published = await writeTree(catalogue, staging.folder, options);
		staging.publish();
		for (const host of options.hosts ?? []) writeBeside(host, published.facts, options.out);
		return published;
	} catch (error) {
		staging.discard();
		throw error;
	}
}

/** Files of which every tree has one. */
const SINGLE_FILES = [
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	DICTIONARY_PATH,
	ALL_PATH,
	`${ALL_PATH}.gz`,
	SERVICE_WORKER_PATH,
	MANIFEST_PATH,
	LATEST_PATH,
];

async function writeTree(
	catalogue: Catalogue,
	folder: string,
	{ urls, media, maxFiles, links = "query", cname, hosts = [], onProgress }: PublishOptions,
): Promise<Published> {
	const { instants } = catalogue;
	const site = await siteFiles({
		baseUrl: urls.base,
		media: { where: media, url: urls.media },
	});
	const errors = errorBodies(urls.base);
	const copies = catalogue.media.map((f) => ({ ...f, path: `media/${f.path}` }));
	const search = searchFiles(instants.map(({ name }) => name));
	const listingPages = pageCount(instants.length);
	const formats = hosts.some((host) => host.wantsFormatPages)
		? [undefined, ...FORMATS]
		: [undefined];
	const fixed =
		formats.length * listingPages +
		site.length +
		copies.length +
		errors.length +
		search.shards.length +
		SINGLE_FILES.length;

	const words = vocabulary(search.postings);
	const factsOf = (chosen: readonly Word[]): TreeFacts => ({
		baseUrl: urls.base,
		...(cname === undefined ? {} : { cname }),
		listingPages,
		words: chosen.map(({ word, matches }) => {
			return { word, key: wordKey(word), pages: pageCount(matches) };
		}),
	});
	const hostFileCount = treeFilesOf(hosts, factsOf([])).length;
	const chosen = withinBudget(words, (maxFiles - fixed - hostFileCount) / formats.length);
	const facts = factsOf(chosen);
	const hostFiles = treeFilesOf(hosts, facts);
	const wordPages =
		formats.length * chosen.reduce((sum, { matches }) => sum + pageCount(matches), 0);

	const total = fixed + wordPages + hostFiles.length;
	refuseTooManyFiles(hosts, total);
	refuseLargeFiles(hosts, catalogue.media);

	const tree = new TreeWriter(folder, (n) => onProgress?.(n, total));
	const writePages = (found: readonly CatalogueInstant[], plain: StoredAt): void => {
		for (const format of formats) {
			const at = format === undefined ? plain : inFormat(plain, format);
			let page = 0;
			for (const body of resultPages(found, at, urls, links)) tree.write(at.pathOf(++page), body);
		}
	};
	writePages(instants, { query: NO_QUERY, pathOf: listingPath });
	for (const word of chosen) {
		const key = wordKey(word.word);
		const query = { formats: [], names: [word.word] };
		const found = clipsAt(instants, rankWord(search.postings, word));
		writePages(found, { query, pathOf: (page) => wordPath(key, page) });
	}
	writeSearch(tree, search);
	writeExport(tree, instants, urls);
	for (const { path, body } of errors) tree.write(path, body);
	for (const { path, text } of hostFiles) tree.write(path, text);
	for (const { path, content } of site) tree.write(path, content);
	for (const { path, source } of copies) await tree.copy(path, source);
	// It holds the hash of all the others, so it comes after them.
	const sitePaths = new Set(site.map(({ path }) => path));
	tree.write(SERVICE_WORKER_PATH, serviceWorker(tree.entries, sitePaths));
	const latest = writeManifest(tree, {
		base_url: urls.base,
		media,
		count: instants.length,
		shards: search.dictionary.folder,
	});
	refuseTooLarge(hosts, tree.entries);
	return {
		facts,
		latest,
		files: tree.entries,
		listingPages,
		wordPages,
		wordsKnown: words.length,
		wordsPrecomputed: chosen.length,
	};
}

/** The same pages for clients that give a `format`, which links repeat. */
function inFormat({ query, pathOf }: StoredAt, format: string): StoredAt {
	return {
		query: { ...query, formats: [format] },
		pathOf: (page) => formatPath(pathOf(page), format),
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
