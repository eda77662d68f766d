/** Reads the clips that another site lists: in the packs of a published tree, or on the pages of a live server. */

import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { decodeUtf8, withoutBom } from "../catalogue/text-file.ts";
import { shown } from "../console/text.ts";
import { parsedUrl } from "../console/url.ts";
import { UserError } from "../console/user-error.ts";
import { MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { MAX_POINTER, MAX_STORE_FILE, POINTER_FILE, urlOf } from "../download/addresses.ts";
import { TransferError } from "../download/errors.ts";
import type { Http } from "../download/http.ts";
import { rowsBetween } from "../tree/packs.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";
import { jsonOf, unlessFails } from "../tree/write/read-file.ts";

/** The maximum size of a page, in bytes. Ten clips take a few kilobytes, but other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;
/** How many clips of a tree are read at a time. */
const TREE_PAGE = 1000;

interface Page {
	/** The total number of clips. */
	readonly count: number;
	readonly results: readonly unknown[];
}

/** A clip as the source lists it, unchecked. */
export interface Row {
	/** The clip's place in the listing: `page 1 clip 2`. */
	readonly place: string;
	readonly value: unknown;
	/** How many clips the source reports. */
	readonly count: number;
}

/**
 * Yields the clips of a site, each slug only once: if a clip is added to the front of the listing meanwhile, the
 * next page begins with the last row of the page before it. If a removal moves a clip to a page already read,
 * that clip is left to the next run. Throws a UserError if the pages never end, or if the site has no listing.
 * @param gaps receives a line if the first page reports more clips than are listed
 */
export async function* rowsOf(http: Http, url: string, gaps: string[]): AsyncGenerator<Row> {
	const pointer = await pointerOf(http, url);
	const seen = new Set<string>();
	let counted: number | undefined;
	let page = 0;
	try {
		const pages = pointer === undefined ? livePages(http, url) : treePages(http, url, pointer);
		for await (const { count, results } of pages) {
			const { size } = seen;
			counted ??= count;
			page++;
			for (const [i, value] of results.entries()) {
				const { slug } = Object(value) as { readonly slug?: unknown };
				const key = typeof slug === "string" ? slug : shown(value);
				if (seen.has(key)) continue;
				if (seen.add(key).size > 1000 + 10 * count) {
					throw new UserError(
						`${url}: pagination never ends: count says ${count}, but ${seen.size} clips were listed; tell the site's owner`,
					);
				}
				yield { place: `page ${page} clip ${i + 1}`, value, count };
			}
			// The links point back to an earlier page.
			if (seen.size === size) break;
		}
	} catch (error) {
		if (!(error instanceof DamagedTree)) throw error;
		const fix = "run this again, and if that does not help, tell the publisher";
		throw new UserError(`${url}: ${error.message}; ${fix}`);
	}
	if (counted === undefined || counted <= seen.size) return;
	gaps.push(`${url}: reports ${counted} clips, but its pages list ${seen.size} different slugs`);
}

/** The pointer of a published tree, byte for byte; undefined for any other site. */
async function pointerOf(http: Http, url: string): Promise<Buffer | undefined> {
	const text = http.text(urlOf(url, POINTER_FILE), MAX_POINTER, (bytes): Buffer => bytes);
	const bytes = await text.catch((error) => {
		// Some live servers answer with an error other than 404 for a missing file.
		if (error instanceof TransferError && error.fault.status !== undefined) return undefined;
		throw error;
	});
	const { build, version } = Object(bytes && jsonIn(bytes));
	return build === undefined || version === undefined ? undefined : bytes;
}

/** The clips of a tree, a thousand per page. */
async function* treePages(http: Http, url: string, latest: Buffer): AsyncGenerator<Page> {
	const options = { limit: MAX_STORE_FILE, isListed: true };
	const { pointer, store } = await readTree(async (path) =>
		path === POINTER_PATH ? latest : http.get(urlOf(url, path.slice(1)), options, buffer),
	);
	const { base_url, count, media, packs } = pointer;
	for (let from = 0; from < count; from += TREE_PAGE) {
		const rows = await rowsBetween(store, packs, from, Math.min(count, from + TREE_PAGE));
		const results = rows.map((row) => {
			const clip: Record<string, unknown> = { ...Object(jsonOf(row)) };
			for (const field of MEDIA_FIELDS) {
				const value = String(clip[field]);
				// A tree and its media may be served at a URL other than the one they were built for.
				const isHere = media === "local" && value.startsWith(`${base_url}/`);
				if (isHere) clip[field] = url + value.slice(base_url.length);
			}
			return clip;
		});
		yield { count, results };
	}
}

const COUNT = '"count" must be the total number of clips';

/** A listing with cursors has no `count`, and cannot be checked for completeness. */
const pageSchema = z.object(
	{
		count: z.int(COUNT).min(0, COUNT),
		next: z.string('"next" must be a URL or null').nullable(),
		results: z.array(z.unknown(), '"results" must be a list of clips'),
	},
	"it is not a JSON object in UTF-8",
);

async function* livePages(http: Http, source: string): AsyncGenerator<Page> {
	for (let url: URL | undefined = new URL(`${source}${API_PATH}`); url !== undefined; ) {
		const { href, origin }: URL = url;
		const body: Buffer = await http.text(url, MAX_PAGE, (bytes) => bytes);
		const { data, error } = pageSchema.safeParse(jsonIn(body));
		if (data === undefined) {
			throw new UserError(
				`${href}: is not a page of this API: ${error.issues[0]?.message}; ask the site's owner for numbered pages`,
			);
		}
		yield data;
		const next: URL | undefined = data.next === null ? undefined : parsedUrl(data.next, url);
		if (data.next !== null && next === undefined) {
			throw new UserError(`${href}: "next" is ${shown(data.next)}, which is not a URL`);
		}
		// Always use the source's own origin, because servers behind a proxy may not know their public URL.
		url = next && new URL(`${origin}${next.pathname}${next.search}`);
	}
}

/** Parses JSON in UTF-8; undefined if it is not valid. */
function jsonIn(bytes: Buffer): unknown {
	return unlessFails(() => JSON.parse(withoutBom(decodeUtf8(bytes) ?? "")));
}
