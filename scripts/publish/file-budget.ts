/**
 * Decides which pages a tree has, so that it does not exceed the limit on files, and rejects a tree that a host
 * would reject.
 */
import { UserError } from "../console/user-error.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Host } from "../hosts/host.ts";
import { excesses, MIB } from "../hosts/limits.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { pagesNeeded, type Work } from "./build-options.ts";

/** The maximum number of clips with pages. This many pages take about 100 MB, since each is a whole front page. */
const MAX_CLIP_PAGES = 5000;

/** An upper bound on the files of a site with clip pages, including its feed, sitemap and templates. */
const SITE_FILES = 150;

/** The service worker, the pointer, its signature, and the root of the manifest. */
const LAST_FILES = 4;

/** The number of files that the smallest part of the manifest lists. Most parts list four times as many. */
const FILES_IN_PART = 16;

/** The maximum number of files in the finished tree, if `more` are added besides those that are written last. */
export function filesWith({ tree }: Work, more: number): number {
	const files = tree.count + more + LAST_FILES;
	return files + Math.ceil(files / FILES_IN_PART);
}

/** Whether `more` files fit; always false if the owner wants no precomputed pages. */
export function fits(work: Work, more: number): boolean {
	const { pages, maxFiles } = work.options;
	return pages !== "none" && filesWith(work, more) <= maxFiles;
}

/**
 * Whether there is room for a page and an oEmbed answer for each clip, and a page for each removed clip with a
 * reason, beside the whole listing. Decided before the site is written, since its pages depend on it.
 */
export function fitsClips(work: Work): boolean {
	const { count } = work.postings;
	const reasons = work.content.reasons.size;
	const files = SITE_FILES + pageCount(count) + 2 * count + reasons;
	return count + reasons <= MAX_CLIP_PAGES && fits(work, files);
}

/** Throws an Error if the site of a tree with clip pages has more files than `fitsClips` has counted. */
export function checkSiteFiles(files: number): void {
	if (files > SITE_FILES) throw new Error(`the site has ${files} files: raise SITE_FILES`);
}

/** The maximum size that every known host accepts. */
const DEFAULT_MAX_BYTES = 25 * MIB;

/** The largest file that all of these hosts accept, in bytes. */
export function maxFileBytes(hosts: readonly Host[]): number {
	if (hosts.length === 0) return DEFAULT_MAX_BYTES;
	return Math.min(
		...hosts.map(({ limits }) => limits.at(-1)?.fileBytes ?? Number.POSITIVE_INFINITY),
	);
}

/** Throws UserError if a host runs no code and the listing does not fit the budget. */
export function refuseUnlistable(work: Work): void {
	const { hosts, maxFiles } = work.options;
	const why = pagesNeeded(hosts);
	const listed = pageCount(work.postings.count);
	if (why === undefined || fits(work, listed)) return;
	throw new UserError(
		`--max-files ${maxFiles}: ${why}, up to ${filesWith(work, listed)} files in all; raise --max-files, publish fewer clips, or choose a host that runs code`,
	);
}

/** Throws UserError if a host would reject the tree. */
export function refuseTooLarge(hosts: readonly Host[], files: readonly FileEntry[]): void {
	for (const { name, limits } of hosts) {
		const plans = limits.map((plan) => ({ plan, found: excesses(plan, files) }));
		const largest = plans.at(-1);
		if (largest === undefined || plans.some(({ found }) => found.length === 0)) continue;
		const { plan, found } = largest;
		const whats = found.map(({ what }) => what).join("; ");
		const fixes = [...new Set(found.map(({ fix }) => fix))].join(", ");
		throw new UserError(
			`--host ${name}: ${plan.host} would reject the tree: ${whats}; ${fixes}, or choose another host (${plan.source})`,
		);
	}
}
