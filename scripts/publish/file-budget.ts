/** Decides which pages a tree has, so that it does not exceed the limit on files. */
import { pageCount } from "../contract/page-number.ts";
import type { Work } from "./build-options.ts";

/** The most clips that get pages, which take about 100 MB, since each is a whole front page. */
const MAX_CLIP_PAGES = 5000;

/** No fewer than the files of the site, with its feeds, sitemap and templates. */
const SITE_FILES = 150;

/** The service worker, the pointer, its signature, and the root of the manifest. */
const LAST_FILES = 4;

/** The files that the smallest part of the manifest lists. Most parts list four times as many. */
const FILES_IN_PART = 16;

/** The most files that the tree can end up with, if `more` are added besides those that must still come. */
export function filesWith({ tree }: Work, more: number): number {
	const files = tree.count + more + LAST_FILES;
	return files + Math.ceil(files / FILES_IN_PART);
}

/** Whether `more` files fit. None do if the owner wants no precomputed pages. */
export function fits(work: Work, more: number): boolean {
	const { pages, maxFiles } = work.options;
	return pages !== "none" && filesWith(work, more) <= maxFiles;
}

/**
 * Whether a page and its description for other sites fit for each clip, beside the whole listing. Decided
 * before the site is written, since its pages depend on it.
 */
export function fitsClips(work: Work): boolean {
	const { count } = work.postings;
	return count <= MAX_CLIP_PAGES && fits(work, SITE_FILES + pageCount(count) + 2 * count);
}
