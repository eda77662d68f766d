/** Turns a checked catalogue into a published tree: what is written, in which order, and the switch. */

import type { Catalogue } from "../catalogue/catalogue.ts";
import type { CatalogueInstant } from "../catalogue/instant.ts";
import type { Latest } from "../contract/latest.ts";
import { NO_QUERY } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import {
	ALL_PATH,
	DICTIONARY_PATH,
	LATEST_PATH,
	listingPath,
	MANIFEST_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	wordKey,
	wordPath,
} from "../contract/paths.ts";
import { errorBodies } from "../contract/stored-errors.ts";
import { rank } from "../search/engine.ts";
import { postingListOf } from "../search/posting-list.ts";
import { type Postings, postingNumbers } from "../search/postings.ts";
import { parseSearch } from "../search/query.ts";
import { findSite } from "../site/files.ts";
import { writeExport } from "./export.ts";
import { writeManifest } from "./manifest.ts";
import { resultPages, type Urls } from "./pages.ts";
import { searchFiles, writeSearch } from "./search.ts";
import { openStaging } from "./staging.ts";
import { type FileEntry, TreeWriter } from "./tree-writer.ts";
import { vocabulary, type Word, withinBudget } from "./vocabulary.ts";

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
	/** Told how many of how many files are written. */
	readonly onProgress?: (files: number, total: number) => void;
}

/** What was published. */
export interface Published {
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
	MANIFEST_PATH,
	LATEST_PATH,
];

async function writeTree(
	catalogue: Catalogue,
	folder: string,
	{ urls, media, maxFiles, onProgress }: PublishOptions,
): Promise<Published> {
	const { instants } = catalogue;
	const site = await findSite();
	const errors = errorBodies(urls.base);
	const copies = [...site, ...catalogue.media.map((f) => ({ ...f, path: `media/${f.path}` }))];
	const search = searchFiles(instants.map(({ name }) => name));
	const listingPages = pageCount(instants.length);
	const fixed =
		listingPages + copies.length + errors.length + search.shards.length + SINGLE_FILES.length;

	const words = vocabulary(search.postings);
	const chosen = withinBudget(words, maxFiles - fixed);
	const wordPages = chosen.reduce((sum, { matches }) => sum + pageCount(matches), 0);

	const tree = new TreeWriter(folder, (n) => onProgress?.(n, fixed + wordPages));
	writePages(tree, (page) => listingPath(page), resultPages(instants, NO_QUERY, urls));
	for (const word of chosen) {
		const key = wordKey(word.word);
		const query = { formats: [], names: [word.word] };
		const found = clipsAt(instants, rankWord(search.postings, word));
		writePages(tree, (page) => wordPath(key, page), resultPages(found, query, urls));
	}
	writeSearch(tree, search);
	writeExport(tree, instants, urls);
	for (const { path, body } of errors) tree.write(path, body);
	for (const { path, source } of copies) await tree.copy(path, source);
	const latest = writeManifest(tree, {
		base_url: urls.base,
		media,
		count: instants.length,
		shards: search.dictionary.folder,
	});
	return {
		latest,
		files: tree.entries,
		listingPages,
		wordPages,
		wordsKnown: words.length,
		wordsPrecomputed: chosen.length,
	};
}

/** Catalogue positions of all clips that a word finds, best first: what the edge rule would say. */
function rankWord(postings: Postings, { word, from, to, matches }: Word): number[] {
	const found = postings.terms
		.slice(from, to)
		.map((term, i) => ({ term, list: postingListOf(postingNumbers(postings, from + i)) }));
	const collection = { count: postings.lengths.length, average: postings.average };
	return rank(parseSearch(word), [found], collection)
		.best(matches)
		.map(({ id }) => id);
}

function writePages(
	tree: TreeWriter,
	pathOf: (page: number) => string,
	bodies: Iterable<string>,
): void {
	let page = 0;
	for (const body of bodies) tree.write(pathOf(++page), body);
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
