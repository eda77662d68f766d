/** What a tree will hold, decided before a file of it is written. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { pageCount } from "../contract/page-number.ts";
import { FORMATS } from "../contract/query.ts";
import type { Host, HostFile, LinkStyle, TreeFacts } from "../hosts/host.ts";
import { type SiteFile, siteFiles } from "../site/site-files.ts";
import { SERVICE_WORKER_PATH } from "../site/worker-file.ts";
import {
	ALL_PATH,
	DICTIONARY_PATH,
	formatPath,
	listingPath,
	MANIFEST_PATH,
	POINTER_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	shardPath,
	wordPath,
} from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { errorBodies } from "../tree/stored-errors.ts";
import { exportBytes } from "./export.ts";
import { treeFacts } from "./facts.ts";
import { treeFilesOf } from "./host-files.ts";
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
	readonly facts: TreeFacts;
	/** Formats in which each page is stored; undefined is none. */
	readonly formats: readonly (string | undefined)[];
	/** Words that get pages, as many as the budget allows. */
	readonly words: readonly Word[];
	readonly wordsKnown: number;
	readonly search: SearchFiles;
	readonly errors: readonly { readonly path: string; readonly body: string }[];
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
	readonly cname?: string;
	readonly maxFiles: number;
	readonly hosts: readonly Host[];
	/** What stored pages link to. */
	readonly links: LinkStyle;
}

/** Throws a HostConflict when two hosts want one file differently. */
export async function planTree(
	{ instants, ...catalogue }: Catalogue,
	{ urls, media, cname, maxFiles, hosts, links }: PlanOptions,
): Promise<TreePlan> {
	const errors = errorBodies(urls.base);
	const site = await siteFiles({
		baseUrl: urls.base,
		media: { where: media, url: urls.media },
		links,
	});
	const copies = catalogue.media.map((file) => ({ ...file, path: `media/${file.path}` }));
	const search = searchFiles(instants.map(({ name }) => name));
	const listingPages = pageCount(instants.length);
	const formats = hosts.some((host) => host.wantsFormatPages)
		? [undefined, ...FORMATS]
		: [undefined];

	const known = vocabulary(search.postings);
	const factsOf = (words: readonly Word[]): TreeFacts =>
		treeFacts(
			{ baseUrl: urls.base, listingPages, ...(cname === undefined ? {} : { cname }) },
			words,
			instants,
			hosts,
		);
	const fixed =
		formats.length * listingPages +
		copies.length +
		errors.length +
		site.length +
		search.shards.length +
		SINGLE_FILES.length +
		treeFilesOf(hosts, factsOf([])).length;
	const words = withinBudget(known, (maxFiles - fixed) / formats.length);
	const facts = factsOf(words);
	return {
		facts,
		formats,
		words,
		wordsKnown: known.length,
		search,
		errors,
		site,
		hostFiles: treeFilesOf(hosts, facts),
		copies,
		fileCount: fixed + formats.length * wordPageCount(facts),
		fixedFiles: fixed,
		exportBytes: hosts.some(limitsBytes) ? exportBytes(instants, urls) : 0,
	};
}

function limitsBytes({ limits }: Host): boolean {
	return limits.some(({ bytes, fileBytes }) => bytes !== undefined || fileBytes !== undefined);
}

/** Pages of single words, in one format. */
export function wordPageCount({ words }: TreeFacts): number {
	return words.reduce((sum, { pages }) => sum + pages, 0);
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

function* rootedFiles({ facts, formats, ...plan }: TreePlan): Generator<PlannedFile> {
	const { dictionary, shards } = plan.search;
	for (const [number, { text }] of shards.entries()) {
		yield { path: shardPath(dictionary.folder, number), bytes: Buffer.byteLength(text) };
	}
	for (const { path, bytes } of plan.copies) yield { path, bytes };
	for (const { path, content } of plan.site) yield { path, bytes: Buffer.byteLength(content) };
	for (const { path, text } of plan.hostFiles) yield { path, bytes: Buffer.byteLength(text) };
	for (const { path, body } of plan.errors) yield { path, bytes: Buffer.byteLength(body) };
	for (const path of SINGLE_FILES) {
		yield { path, bytes: path === ALL_PATH ? plan.exportBytes : 0 };
	}
	for (const format of formats) {
		const inFormat = (path: string): string =>
			format === undefined ? path : formatPath(path, format);
		for (let page = 1; page <= facts.listingPages; page++) {
			yield { path: inFormat(listingPath(page)), bytes: 0 };
		}
		for (const { key, pages } of facts.words) {
			for (let page = 1; page <= pages; page++) {
				yield { path: inFormat(wordPath(key, page)), bytes: 0 };
			}
		}
	}
}
