/**
 * Reads the whole listing of a live server, page after page, and notices when it changes under way:
 * what is taken over is one state of the catalogue, never a mixture of two.
 */
import { isDeepStrictEqual } from "node:util";
import { shown } from "../console/text.ts";
import type { AppendLog } from "./append-log.ts";
import { fetchPage, type Page } from "./crawl-page.ts";
import type { Tell } from "./events.ts";
import { MirrorError, StatusError } from "./failures.ts";
import type { Source } from "./source.ts";

/** How often the listing is read before it is given up as never at rest. */
const PASSES = 3;

/** The catalogue was not the same from the first page to the last; the message says what was seen. */
class ChangedError extends Error {}

export interface Crawl {
	readonly source: Source;
	/** Page 1. */
	readonly url: URL;
	readonly log: AppendLog<Page>;
	readonly tell: Tell;
}

/** All pages of one state of the catalogue. Throws a MirrorError when there is none to be had. */
export async function crawl(job: Crawl, first: Page): Promise<readonly Page[]> {
	const seen: string[] = [];
	let page1 = first;
	for (let pass = 1; pass <= PASSES; pass++) {
		try {
			return await onePass(job, page1);
		} catch (error) {
			if (!(error instanceof ChangedError)) throw error;
			seen.push(error.message);
			job.log.reset();
			job.tell({ event: "note", message: `the catalogue changed under way: ${error.message}` });
			if (pass < PASSES) page1 = await fetchPage(job.source, job.url);
		}
	}
	if (new Set(seen).size === 1) {
		throw new MirrorError(
			`${job.url.href}: the source contradicts itself, the same way in each of ${PASSES} passes: ${seen[0]}; what is here is untouched`,
		);
	}
	const list = seen.map((what, i) => `  pass ${i + 1}: ${what}`).join("\n");
	throw new MirrorError(
		`${job.url.href}: the catalogue changed in each of ${PASSES} passes; what is here is untouched; run this again when the source is at rest:\n${list}`,
	);
}

async function onePass({ source, url, log, tell }: Crawl, first: Page): Promise<readonly Page[]> {
	const isResumed = log.entries.length > 0 && isDeepStrictEqual(log.entries[0], first);
	if (!isResumed) log.reset([first]);
	const { count } = first;
	const slugs = new Map<unknown, string>();
	const urls = new Set<string>();
	let instants = 0;
	const take = (page: Page, number: number): void => {
		const where = `page ${number}`;
		if (page.count !== count) {
			throw new ChangedError(`"count" was ${count} on page 1 and is ${page.count} on ${where}`);
		}
		for (const result of page.results) {
			const { slug } = Object(result) as { slug?: unknown };
			const other = slugs.get(slug);
			if (slug !== undefined && other === where) {
				throw new MirrorError(`${page.url}: has the clip ${shown(slug)} twice`);
			}
			if (slug !== undefined && other !== undefined) {
				throw new ChangedError(`the clip ${shown(slug)} is on ${other} and again on ${where}`);
			}
			slugs.set(slug, where);
		}
		urls.add(page.url);
		instants += page.results.length;
		if (instants > count) throw new ChangedError(`there are more clips than the count of ${count}`);
		tell({ event: "page", page: number, instants, count });
	};
	for (const [i, page] of log.entries.entries()) take(page, i + 1);
	for (let last = log.entries.at(-1) ?? first; last.next !== null; ) {
		const next = new URL(last.next);
		source.refuseForeign(next, ` ("next" of ${last.url})`);
		if (urls.has(next.href)) {
			throw new MirrorError(`${last.url}: "next" leads back to ${next.href}, in a circle`);
		}
		if (last.results.length === 0) {
			throw new MirrorError(`${last.url}: has no results, but a "next": it would never end`);
		}
		last = await laterPage(source, next);
		log.add(last);
		take(last, log.entries.length);
	}
	if (instants !== count) {
		throw new ChangedError(`the pages have ${instants} clips, and the count says ${count}`);
	}
	// An addition and a removal leave the count as it was; the newest clips are on page 1, as a rule.
	const isOnePage = log.entries.length === 1 && !isResumed;
	if (!isOnePage && !isDeepStrictEqual(await fetchPage(source, url), first)) {
		throw new ChangedError("page 1 is not what it was when the pass began");
	}
	return log.entries;
}

async function laterPage(source: Source, url: URL): Promise<Page> {
	try {
		return await fetchPage(source, url);
	} catch (error) {
		if (!(error instanceof StatusError) || error.mayPass) throw error;
		throw new ChangedError(`${url.href} ${error.message}, though the page before links to it`);
	}
}
