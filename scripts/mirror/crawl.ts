/**
 * Reads the listing of a live server page by page. The result is one state of the catalogue: if it
 * changes in between, the crawl starts over.
 */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { printable, shown } from "../console/text.ts";
import { bodyText } from "./download.ts";
import { ContentError, MirrorError, StatusError } from "./errors.ts";
import type { AppendLog } from "./record.ts";
import type { Report } from "./run-context.ts";
import type { Source } from "./source.ts";

/** How often the listing is read before giving up. */
const MAX_PASSES = 3;

/** In bytes. Pages of ten clips have a few kilobytes, but other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;

const pageSchema = z.object({
	count: z.int().nonnegative(),
	next: z.string().nullable(),
	previous: z.string().nullable(),
	results: z.array(z.unknown()),
});

export interface Page {
	readonly url: string;
	readonly count: number;
	/** Absolute. */
	readonly next: string | null;
	/** Clips that have not been checked yet. */
	readonly results: readonly unknown[];
}

/** Throws a MirrorError if the response is not a page, a TransferError if there is no usable response. */
export async function fetchPage(source: Source, url: URL): Promise<Page> {
	const value = await source.get<unknown>({
		url,
		accept: "application/json",
		read: async (response) => {
			const text = await bodyText(response, source.signal, MAX_PAGE, "the 64 MB a page may have");
			try {
				return JSON.parse(text);
			} catch (error) {
				throw new ContentError(`is not JSON (${printable((error as Error).message)})`);
			}
		},
	});
	const result = pageSchema.safeParse(value);
	if (!result.success) {
		const faults = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new MirrorError(`${url.href}: is not a page of this API: ${faults.join("; ")}`);
	}
	const { count, next, results } = result.data;
	if (next !== null && !URL.canParse(next, url.href)) {
		throw new MirrorError(`${url.href}: "next" is ${shown(next)}, which is not a URL`);
	}
	return { url: url.href, count, next: next === null ? null : new URL(next, url).href, results };
}

/** The catalogue changed during a pass. The message says how. */
class ChangedError extends Error {}

export interface Crawl {
	readonly source: Source;
	/** Page 1. */
	readonly url: URL;
	/** The pages read so far. */
	readonly log: AppendLog<Page>;
	readonly report: Report;
}

/** Throws a MirrorError if the catalogue changes in every pass. */
export async function crawl(job: Crawl, first: Page): Promise<readonly Page[]> {
	const changes: string[] = [];
	let page1 = first;
	for (let pass = 1; pass <= MAX_PASSES; pass++) {
		try {
			return await readAllPages(job, page1);
		} catch (error) {
			if (!(error instanceof ChangedError)) throw error;
			changes.push(error.message);
			job.log.reset();
			job.report({
				event: "note",
				message: `the catalogue changed while it was read: ${error.message}`,
			});
			if (pass < MAX_PASSES) page1 = await fetchPage(job.source, job.url);
		}
	}
	const url = job.url.href;
	if (new Set(changes).size === 1) {
		throw new MirrorError(
			`${url}: the source contradicts itself, in the same way in each of ${MAX_PASSES} passes: ${changes[0]}; the files here are unchanged`,
		);
	}
	const list = changes.map((change, i) => `  pass ${i + 1}: ${change}`).join("\n");
	throw new MirrorError(
		`${url}: the catalogue changed in each of ${MAX_PASSES} passes; the files here are unchanged; run this again when the source is quiet:\n${list}`,
	);
}

async function readAllPages(
	{ source, url, log, report }: Crawl,
	first: Page,
): Promise<readonly Page[]> {
	const isResumed = log.entries.length > 0 && isDeepStrictEqual(log.entries[0], first);
	if (!isResumed) log.reset([first]);
	const { count } = first;
	const pass = new Pass(count);
	const add = (page: Page, number: number): void => {
		pass.add(page, number);
		report({ event: "page", page: number, instants: pass.instants, count });
	};
	for (const [i, page] of log.entries.entries()) add(page, i + 1);
	for (let last = log.entries.at(-1) ?? first; last.next !== null; ) {
		const next = new URL(last.next);
		source.http.refuseForeign(next, ` ("next" of ${last.url})`);
		pass.refuseEndless(last, next);
		last = await fetchLaterPage(source, next);
		log.add(last);
		add(last, log.entries.length);
	}
	if (pass.instants !== count) {
		throw new ChangedError(`the pages have ${pass.instants} clips, but the count is ${count}`);
	}
	// An addition and a removal leave the count as it was, but usually change page 1.
	const isOnePage = log.entries.length === 1 && !isResumed;
	if (!isOnePage && !isDeepStrictEqual(await fetchPage(source, url), first)) {
		throw new ChangedError("page 1 is different from when the pass began");
	}
	return log.entries;
}

/** Checks that the pages of one pass agree with each other. */
class Pass {
	instants = 0;
	readonly #count: number;
	/** The page on which each slug was found. */
	readonly #slugs = new Map<unknown, string>();
	readonly #urls = new Set<string>();

	constructor(count: number) {
		this.#count = count;
	}

	add(page: Page, number: number): void {
		const here = `page ${number}`;
		if (page.count !== this.#count) {
			throw new ChangedError(
				`"count" was ${this.#count} on page 1 and is ${page.count} on ${here}`,
			);
		}
		for (const result of page.results) {
			const { slug } = Object(result) as { slug?: unknown };
			if (slug === undefined) continue;
			const other = this.#slugs.get(slug);
			if (other === here) throw new MirrorError(`${page.url}: lists the clip ${shown(slug)} twice`);
			if (other !== undefined) {
				throw new ChangedError(`the clip ${shown(slug)} is on ${other} and again on ${here}`);
			}
			this.#slugs.set(slug, here);
		}
		this.#urls.add(page.url);
		this.instants += page.results.length;
		if (this.instants > this.#count) {
			throw new ChangedError(`there are more clips than the count of ${this.#count}`);
		}
	}

	refuseEndless(last: Page, next: URL): void {
		if (this.#urls.has(next.href)) {
			throw new MirrorError(`${last.url}: "next" leads back to ${next.href}, in a circle`);
		}
		if (last.results.length === 0) {
			throw new MirrorError(`${last.url}: has no results but a "next", so it might never end`);
		}
	}
}

async function fetchLaterPage(source: Source, url: URL): Promise<Page> {
	try {
		return await fetchPage(source, url);
	} catch (error) {
		if (!(error instanceof StatusError) || error.isTransient) throw error;
		throw new ChangedError(`${url.href} ${error.message}, although the page before links to it`);
	}
}
