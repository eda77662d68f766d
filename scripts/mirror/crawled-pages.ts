/** Reads the pages of a live listing: once, and once more if clips came or went meanwhile. */
import { printable, shown } from "../console/text.ts";
import { MirrorError, RefusedError, TransferError } from "./errors.ts";
import type { Run } from "./run.ts";

/** The bytes of the largest page. Ten clips take a few kilobytes, but other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;

/** The path of a page in the mirror. */
export function crawledPage(number: number): string {
	return `crawl/pages/${String(number).padStart(6, "0")}.json`;
}

interface Page {
	readonly count: number;
	readonly next: string | null;
	readonly results: readonly unknown[];
}

/** A clip as the source lists it, unchecked. */
export interface Row {
	/** From 1. */
	readonly page: number;
	/** From 1, on its page. */
	readonly number: number;
	readonly value: unknown;
}

/** The rows that one pass over the listing has read. */
export class Pass {
	/**
	 * In the order of the listing, by slug. A row may be repeated: when a clip is added to the front, the next
	 * page begins with the row that this one ends with.
	 */
	readonly rows = new Map<string, Row>();
	/** The `count` of each page. */
	readonly counts: number[] = [];

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

	/** Whether every page counted as many clips as were read. */
	get isWhole(): boolean {
		return this.counts.every((count) => count === this.rows.size);
	}

	/** Whether the listing is far longer than it says. */
	get isEndless(): boolean {
		return this.rows.size > 1000 + 10 * (this.counts.at(-1) ?? 0);
	}

	/** Adds the clips that only an earlier pass has read. Returns how many. */
	addMissing(earlier: Pass): number {
		const { size } = this.rows;
		for (const [key, row] of earlier.rows) if (!this.rows.has(key)) this.rows.set(key, row);
		return this.rows.size - size;
	}
}

/** Throws a MirrorError if the pages of the second pass, too, lead nowhere or in a circle. */
export async function readAllPages(run: Run, api: URL): Promise<Pass> {
	const [first, second] = [new Pass(), new Pass()];
	const fault = await readPass(run, api, first);
	if (fault === undefined && first.isWhole) return first;
	const again = await readPass(run, api, second);
	if (again !== undefined) {
		throw new MirrorError(
			`${again}; ${run.place.dir} is unchanged; run this again when the source is quiet, or ask its owner`,
		);
	}
	const added = second.addMissing(first);
	if (added > 0) {
		run.report.note(
			`the listing changed while it was read, so it was read twice; ${added} clips that only the first reading found are kept until the next run`,
		);
	}
	return second;
}

/** Returns the fault if the pages lead nowhere or in a circle, perhaps because the listing changes. */
async function readPass(run: Run, api: URL, pass: Pass): Promise<string | undefined> {
	let from = api;
	for (let next: URL | undefined = api; next !== undefined; ) {
		const url: URL = next;
		refuseExcess(run, pass.counts.length + 1);
		const body = await fetchPage(run, url, url === api);
		const what = url === api ? `${url.href}:` : `${from.href}: "next" leads to ${url.href}, which`;
		if (body === undefined) return `${what} is a 404`;
		const page = parsePage(what, body);
		const isNew = pass.add(page);
		await run.unfinished.save(crawledPage(pass.counts.length), [body]);
		run.report.progress("pages", pass.rows.size, page.count);
		if (pass.isEndless) {
			throw new MirrorError(
				`${api.href}: looks endless: it counts ${page.count} clips, and has listed ${pass.rows.size}; ask its owner`,
			);
		}
		next = page.next === null ? undefined : linkedPage(page.next, url, api);
		if (next !== undefined && !isNew) {
			return `${url.href}: has only clips that other pages had, and leads to another page, ${next.href}`;
		}
		from = url;
	}
	return undefined;
}

/** Throws a RefusedError if a crawl has more files than any catalogue has. */
export function refuseExcess({ options, url }: Run, files: number): void {
	if (files <= options.maxFiles) return;
	throw new RefusedError(
		`${url}: has more than ${options.maxFiles} pages and media, which is more than a mirror takes; ask its owner`,
	);
}

/** Undefined if the page no longer exists. */
async function fetchPage(run: Run, url: URL, isFirst: boolean): Promise<Buffer | undefined> {
	try {
		return await run.http.text(url, { limit: MAX_PAGE, isFresh: true }, (body) => body);
	} catch (error) {
		if (error instanceof TransferError && error.status === 404 && !isFirst) return undefined;
		throw error;
	}
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What a page must have. A listing with cursors has no `count`, and cannot be checked for completeness. */
const PAGE_FIELDS: readonly (readonly [keyof Page, (value: unknown) => boolean, string])[] = [
	[
		"count",
		(value) => Number.isSafeInteger(value) && Number(value) >= 0,
		"the number of all clips",
	],
	["next", (value) => value === null || typeof value === "string", "a URL or null"],
	["results", Array.isArray, "a list of clips"],
];

/** @param what the beginning of the error message */
function parsePage(what: string, body: Uint8Array): Page {
	let page: Page;
	try {
		page = Object(JSON.parse(decoder.decode(body)));
	} catch (error) {
		const isText = (error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA";
		const reason = isText
			? printable((error as Error).message)
			: "it is not UTF-8; ask its owner to send that";
		throw new MirrorError(`${what} is not a page of this API: ${reason}`);
	}
	for (const [field, isRight, wanted] of PAGE_FIELDS) {
		if (isRight(page[field])) continue;
		throw new MirrorError(
			`${what} is not a page of this API: "${field}" is ${shown(page[field])}, and must be ${wanted}; ask its owner for numbered pages`,
		);
	}
	return page;
}

/** Always leads to the source's own origin, because servers behind a proxy may not know their address. */
function linkedPage(next: string, page: URL, api: URL): URL {
	if (!URL.canParse(next, page.href)) {
		throw new MirrorError(`${page.href}: "next" is ${shown(next)}, which is not a URL`);
	}
	const { pathname, search } = new URL(next, page);
	return new URL(`${api.origin}${pathname}${search}`);
}
