/** Reads the pages of a live listing: once, and once more if clips came or went meanwhile. */
import * as z from "zod";
import { shown } from "../console/text.ts";
import { parsedUrl } from "../console/url.ts";
import { MirrorError, TransferError } from "../download/errors.ts";
import { type Failure, unlessFails } from "./provenance.ts";
import type { Run } from "./run.ts";

/** The largest page, in bytes. Ten clips take a few kilobytes, but other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true });

const COUNT = '"count" must be the number of all clips';

/** A listing with cursors has no `count`, and cannot be checked for completeness. */
const pageSchema = z.object(
	{
		count: z.int(COUNT).min(0, COUNT),
		next: z.string('"next" must be a URL or null').nullable(),
		results: z.array(z.unknown(), '"results" must be a list of clips'),
	},
	"it is not a JSON object in UTF-8",
);

type Page = z.infer<typeof pageSchema>;

/** A clip as the source lists it, unchecked. */
export interface Row {
	/** From 1. */
	readonly page: number;
	/** The place on its page, from 1. */
	readonly number: number;
	readonly value: unknown;
}

/** What one reading of the listing has found. */
export class Listing {
	/**
	 * In the order of the listing, by slug. A row may be repeated: when a clip is added to the front, the next
	 * page begins with the row that this one ends with.
	 */
	readonly rows = new Map<string, Row>();
	/** The `count` of each page. */
	readonly counts: number[] = [];
	/** The paths of the pages in the mirror. */
	readonly saved: string[] = [];

	/** Returns whether any row is new. */
	add({ count, results }: Pick<Page, "count" | "results">): boolean {
		const { size } = this.rows;
		const page = this.counts.push(count);
		for (const [i, value] of results.entries()) {
			const { slug } = Object(value) as { readonly slug?: unknown };
			const key = typeof slug === "string" ? slug : shown(value);
			if (!this.rows.has(key)) this.rows.set(key, { page, number: i + 1, value });
		}
		return this.rows.size > size;
	}

	/** The clips that are counted but not listed, as one failure; none if all are. */
	gaps(api: URL): Failure[] {
		const [count = 0, { size }] = [this.counts.at(-1), this.rows];
		const reason = `counts ${count} clips, but its pages have ${size} with slugs of their own`;
		return count > size ? [{ what: api.href, reason }] : [];
	}
}

/**
 * Reads the listing; once more if not every page counted as many clips as were read. Keeps the clips that
 * only the first reading has found. Throws a MirrorError if this is not a listing, or if even the second
 * reading leads to a page that is gone.
 */
export async function readListing(run: Run, api: URL): Promise<Listing> {
	const [first, second] = [new Listing(), new Listing()];
	await readPages(run, api, first).catch((error) => {
		const isGone = error instanceof TransferError && error.fault.status === 404;
		if (!isGone || first.counts.length === 0) throw error;
	});
	if (first.counts.every((count) => count === first.rows.size)) return first;
	await readPages(run, api, second);
	const { size } = second.rows;
	for (const [key, row] of first.rows) if (!second.rows.has(key)) second.rows.set(key, row);
	const added = second.rows.size - size;
	if (added > 0) {
		run.report.note(
			`the listing changed while it was read, so it was read twice; ${added} clips that only the first reading found are kept until the next run`,
		);
	}
	return second;
}

/** Stops where there is no next page, or where the links lead back to an earlier one. */
async function readPages(run: Run, api: URL, listing: Listing): Promise<void> {
	const { rows, counts, saved } = listing;
	for (let url: URL | undefined = api; url !== undefined; ) {
		const body = await run.http.text(url, MAX_PAGE, (text): Buffer => text);
		const page = parsePage(url, body);
		const isNew = listing.add(page);
		const path = `crawl/pages/${String(counts.length).padStart(6, "0")}.json`;
		await run.unfinished.save(path, [body]);
		saved.push(path);
		run.report.show("pages", rows.size, page.count);
		if (rows.size > Math.min(run.options.maxFiles, 1000 + 10 * page.count)) {
			throw new MirrorError(
				`${api.href}: looks endless: it counts ${page.count} clips, and has listed ${rows.size}; ask its owner`,
			);
		}
		url = isNew && page.next !== null ? linkedPage(page.next, url, api) : undefined;
	}
}

function parsePage(url: URL, body: Uint8Array): Page {
	const { data, error } = pageSchema.safeParse(unlessFails(() => JSON.parse(decoder.decode(body))));
	if (data !== undefined) return data;
	throw new MirrorError(
		`${url.href}: is not a page of this API: ${error.issues[0]?.message}; ask its owner for numbered pages`,
	);
}

/** Always leads to the source's own origin, because servers behind a proxy may not know their address. */
function linkedPage(next: string, page: URL, api: URL): URL {
	const url = parsedUrl(next, page);
	if (url === undefined) {
		throw new MirrorError(`${page.href}: "next" is ${shown(next)}, which is not a URL`);
	}
	return new URL(`${api.origin}${url.pathname}${url.search}`);
}
