/** Reads the pages of a live listing. As it may change meanwhile, it is read until two passes agree. */
import * as z from "zod";
import { printable, shown } from "../console/text.ts";
import { INSTANT_FIELDS, MEDIA_FIELDS } from "../contract/instant.ts";
import { MirrorError, RefusedError, TransferError } from "./errors.ts";
import { digestOf } from "./release.ts";
import type { Run } from "./run.ts";

/** How often the listing is read before giving up. */
const MAX_PASSES = 4;
/** In bytes. Ten clips take a few kilobytes, but other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;

const pageSchema = z.object({
	count: z.int().nonnegative(),
	next: z.string().nullable(),
	results: z.array(z.unknown()),
});

/** The path of a page in the release. */
export function crawledPage(number: number): string {
	return `crawl/pages/${String(number).padStart(6, "0")}.json`;
}

type Page = z.infer<typeof pageSchema>;

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
	/** In the order of the listing, by slug, so that a clip that is edited stays the same one. */
	readonly rows = new Map<string, Row>();
	/** The `count` of each page. */
	readonly counts: number[] = [];
	readonly #contents = new Set<string>();

	/**
	 * Returns whether any row is new. Rows may be repeated: when a clip is added to the front, the next
	 * page begins with the row that this one ends with.
	 */
	add({ count, results }: Pick<Page, "count" | "results">): boolean {
		const { size } = this.rows;
		const page = this.counts.push(count);
		for (const [i, value] of results.entries()) {
			const content = contentOf(value);
			if (this.#contents.has(content)) continue;
			this.#contents.add(content);
			const { slug } = Object(value) as { readonly slug?: unknown };
			// Two different clips may share a slug, by mistake.
			const key = typeof slug === "string" && !this.rows.has(slug) ? slug : content;
			this.rows.set(key, { page, number: i + 1, value });
		}
		return this.rows.size > size;
	}
}

/**
 * Hashes the known fields, and media without their query, because views and signatures may differ in
 * every answer. Values other than strings count by type only: they are wrong anyway, and may be nested
 * too deeply for JSON.stringify.
 */
function contentOf(row: unknown): string {
	const fields = Object(row) as Record<string, unknown>;
	const media: readonly string[] = MEDIA_FIELDS;
	const known = INSTANT_FIELDS.map((field) => {
		const value = fields[field];
		if (typeof value !== "string") return typeof value;
		return [media.includes(field) ? value.split("?", 1)[0] : value];
	});
	return digestOf(JSON.stringify(known));
}

/**
 * Whether two successive passes have read the same clips in the same order. If the count has changed, both
 * may have missed the same clip, unless they have as many clips as it says. A count that never changes may
 * be too high, because some servers list clips twice.
 */
export function areEqual(before: Pass, after: Pass): boolean {
	const slugs = [...after.rows.keys()];
	const counts = new Set([...before.counts, ...after.counts]);
	return (
		slugs.length === before.rows.size &&
		(counts.size === 1 || slugs.length >= (after.counts.at(-1) ?? 0)) &&
		[...before.rows.keys()].every((slug, i) => slug === slugs[i])
	);
}

/**
 * Whether additions alone explain the difference between two passes: no clip is gone or has moved, and the
 * count never fell. A removal moves all clips after it up, so that a pass may skip one.
 */
export function isGrown(before: Pass, after: Pass): boolean {
	const counts = [...before.counts, ...after.counts];
	if (counts.some((count, i) => count < (counts[i - 1] ?? 0))) return false;
	const expected = before.rows.keys();
	let next = expected.next();
	for (const key of after.rows.keys()) if (key === next.value) next = expected.next();
	return next.done === true;
}

/** Returns the last pass. Throws a MirrorError if no two passes agree. */
export async function readAllPages(run: Run, api: URL): Promise<Pass> {
	let before: Pass | undefined;
	let reason = "";
	for (let number = 1; number <= MAX_PASSES; number++) {
		const after = await readPass(run, api);
		const isLast = number === MAX_PASSES;
		const isPass = after instanceof Pass;
		reason = isPass
			? `${api.href}: was different each of the ${MAX_PASSES} times it was read, so clips could be missed`
			: after;
		if (isPass && before && (areEqual(before, after) || (isLast && isGrown(before, after)))) {
			return after;
		}
		before = isPass ? after : undefined;
	}
	throw new MirrorError(
		`${reason}; ${run.place.dir} is unchanged; run this again when the source is quiet, or ask its owner`,
	);
}

/** Returns the reason if the pages lead nowhere or in a circle, perhaps because the listing changes. */
async function readPass(run: Run, api: URL): Promise<Pass | string> {
	const pass = new Pass();
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
		next = page.next === null ? undefined : linkedPage(page.next, url, api);
		if (next !== undefined && !isNew) {
			return `${url.href}: has only clips that other pages had, and leads to another page, ${next.href}`;
		}
		from = url;
	}
	return pass;
}

/** Throws a RefusedError if a crawl has more files than the user allows. */
export function refuseExcess({ options, url }: Run, files: number): void {
	if (files <= options.maxFiles) return;
	throw new RefusedError(
		`${url}: has more than ${options.maxFiles} pages and media; if that is right, allow them with --max-files N`,
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

/** @param what the beginning of the error message */
function parsePage(what: string, body: Uint8Array): Page {
	try {
		return pageSchema.parse(JSON.parse(decoder.decode(body)));
	} catch (error) {
		const isText = (error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA";
		const known = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
		const reason = isText ? printable(known) : "it is not UTF-8; ask its owner to send that";
		throw new MirrorError(`${what} is not a page of this API: ${reason}`);
	}
}

/** Always leads to the source's own origin, because servers behind a proxy may not know their address. */
function linkedPage(next: string, page: URL, api: URL): URL {
	if (!URL.canParse(next, page.href)) {
		throw new MirrorError(`${page.href}: "next" is ${shown(next)}, which is not a URL`);
	}
	const { pathname, search } = new URL(next, page);
	return new URL(`${api.origin}${pathname}${search}`);
}
