/** What a tree will hold, decided before a file of it is written. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Host, HostFile, LinkStyle } from "../hosts/host.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import { type SiteFile, siteFiles } from "../site/site-files.ts";
import {
	ALL_PATH,
	DICTIONARY_PATH,
	listingPath,
	MANIFEST_PATH,
	POINTER_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	shardPath,
	wordKey,
	wordPath,
} from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { UNAVAILABLE_PATH } from "../tree/stored-errors.ts";
import { exportBytes } from "./export.ts";
import type { Urls } from "./pages.ts";
import { type SearchFiles, searchFiles } from "./search.ts";
import { vocabulary, type Word, withinBudget } from "./vocabulary.ts";

/** Files of which every tree has one. */
const SINGLE_FILES = [
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	DICTIONARY_PATH,
	ALL_PATH,
	`${ALL_PATH}.gz`,
	UNAVAILABLE_PATH,
	SERVICE_WORKER_PATH,
	MANIFEST_PATH,
	POINTER_PATH,
];

/** A file that is copied into the tree. */
interface Copy {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly source: string;
	readonly bytes: number;
}

export interface TreePlan {
	readonly listingPages: number;
	/** Words that get pages, as many as the budget allows. */
	readonly words: readonly Word[];
	readonly wordsKnown: number;
	readonly search: SearchFiles;
	/** Pages for people, and what they load. */
	readonly site: readonly SiteFile[];
	readonly hostFiles: readonly HostFile[];
	readonly copies: readonly Copy[];
	readonly fileCount: number;
	/** How many of them come whatever `maxFiles` is. */
	readonly fixedFiles: number;
	/** Size of the export of all clips; 0 where no host asks. */
	readonly exportBytes: number;
}

/** What a plan depends on besides the catalogue. */
export interface PlanOptions {
	readonly urls: Urls;
	readonly media: Pointer["media"];
	readonly maxFiles: number;
	readonly hosts: readonly Host[];
	/** What the hosts want in the tree. */
	readonly hostFiles: readonly HostFile[];
	/** What stored pages link to. */
	readonly links: LinkStyle;
}

/** Plans a tree. */
export async function planTree(
	{ instants, ...catalogue }: Catalogue,
	{ urls, media, maxFiles, hosts, hostFiles, links }: PlanOptions,
): Promise<TreePlan> {
	const site = await siteFiles({
		baseUrl: urls.base,
		media: { where: media, url: urls.media },
		links,
	});
	const copies = catalogue.media.map((file) => ({ ...file, path: `media/${file.path}` }));
	const search = searchFiles(instants.map(({ name }) => name));
	const listingPages = pageCount(instants.length);
	const known = vocabulary(search.postings);
	const fixed =
		listingPages +
		copies.length +
		hostFiles.length +
		site.length +
		search.shards.length +
		SINGLE_FILES.length;
	const words = withinBudget(known, maxFiles - fixed);
	return {
		listingPages,
		words,
		wordsKnown: known.length,
		search,
		site,
		hostFiles,
		copies,
		fileCount: fixed + wordPageCount(words),
		fixedFiles: fixed,
		exportBytes: hosts.some(limitsBytes) ? exportBytes(instants, urls) : 0,
	};
}

function limitsBytes({ limits }: Host): boolean {
	return limits.some(({ bytes, fileBytes }) => bytes !== undefined || fileBytes !== undefined);
}

/** Pages of single words. */
export function wordPageCount(words: readonly Word[]): number {
	return words.reduce((sum, { matches }) => sum + pageCount(matches), 0);
}

/** A file of a plan: its size where that is known before it is written, else 0. */
interface PlannedFile {
	readonly path: string;
	readonly bytes: number;
}

/** All files of the tree. */
export function* plannedFiles(plan: TreePlan): Generator<PlannedFile> {
	for (const { path, bytes } of rootedFiles(plan)) yield { path: path.replace(/^\//, ""), bytes };
}

function* rootedFiles(plan: TreePlan): Generator<PlannedFile> {
	const { dictionary, shards } = plan.search;
	for (const [number, { text }] of shards.entries()) {
		yield { path: shardPath(dictionary.folder, number), bytes: Buffer.byteLength(text) };
	}
	for (const { path, bytes } of plan.copies) yield { path, bytes };
	for (const { path, content } of plan.site) yield { path, bytes: Buffer.byteLength(content) };
	for (const { path, text } of plan.hostFiles) yield { path, bytes: Buffer.byteLength(text) };
	for (const path of SINGLE_FILES) {
		yield { path, bytes: path === ALL_PATH ? plan.exportBytes : 0 };
	}
	for (let page = 1; page <= plan.listingPages; page++) yield { path: listingPath(page), bytes: 0 };
	for (const { word, matches } of plan.words) {
		const key = wordKey(word);
		for (let page = 1; page <= pageCount(matches); page++) {
			yield { path: wordPath(key, page), bytes: 0 };
		}
	}
}
