/** The clips of the site: all of them in order, or those that a name finds, a page at a time. */
import type { Instant } from "../../contract/instant.ts";
import { NO_QUERY, pageUrl } from "../../contract/links.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { instantAtOrigin } from "../../edge/rebase.ts";
import { listingPath } from "../../tree/paths.ts";
import type { Pointer } from "../../tree/pointer.ts";
import { type FoundName, openNameSearch } from "./name-search.ts";
import { OtherBuild, openBuild } from "./one-build.ts";
import { readJson, Unreachable } from "./published-json.ts";
import { fileUrl, SITE_ROOT } from "./site-root.ts";

/** A list of clips, in pages of ten. */
export interface Results {
	/** Number of clips on all pages. */
	readonly count: number;
	/** Names are like what was searched, but none has just these words. */
	readonly isGuess: boolean;
	/** The clips of a page, from 1. */
	page(number: number): Promise<readonly Instant[]>;
}

/** A published catalogue. What reads it throws an OtherBuild when another has taken its place. */
export interface Catalogue {
	readonly pointer: Pointer;
	readonly listing: Results;
	search(name: string): Promise<Results>;
	/** Loads beforehand what a search needs. Throws as `search` does. */
	prepareSearch(): Promise<void>;
}

/** The index of more names would be megabytes to load: the API is asked instead. */
const MAX_INDEXED = 20_000;

interface Page {
	readonly count: number;
	readonly results: readonly Instant[];
}

const BASE_URL = SITE_ROOT.replace(/\/$/, "");

/** Opens the catalogue that is published where the page is. */
export async function openCatalogue(): Promise<Catalogue> {
	const { pointer, read } = await openBuild();
	const pageIn = (json: unknown): Page => {
		const { count, results } = json as Page;
		return { count, results: results.map((clip) => instantAtOrigin(clip, pointer, BASE_URL)) };
	};
	const stored = remembering(async (n) => {
		const page = pageIn(await read(fileUrl(listingPath(n))));
		if (page.count !== pointer.count) throw new OtherBuild(`page ${n} is of ${page.count} clips`);
		return page.results;
	});
	const listing: Results = { count: pointer.count, isGuess: false, page: stored };

	const clipOf = async ({ position, name }: FoundName): Promise<Instant> => {
		const clips = await stored(Math.floor(position / PAGE_SIZE) + 1);
		const clip = clips[position % PAGE_SIZE];
		if (clip?.name !== name) throw new OtherBuild(`the index has “${name}” at ${position}`);
		return clip;
	};
	const nameSearch = once(() => openNameSearch(pointer.build, read));
	const searchIndex = async (name: string): Promise<Results> => {
		const { names, isGuess } = (await nameSearch())(name);
		return {
			count: names.length,
			isGuess,
			page: (n) => Promise.all(names.slice((n - 1) * PAGE_SIZE, n * PAGE_SIZE).map(clipOf)),
		};
	};
	const searchApi = async (name: string): Promise<Results> => {
		const query = { ...NO_QUERY, names: [name] };
		const pages = remembering(async (n) =>
			pageIn(await readJson(pageUrl(BASE_URL, query, n), "no-cache")),
		);
		const { count } = await pages(1);
		return { count, isGuess: false, page: async (n) => (await pages(n)).results };
	};
	const search = async (name: string): Promise<Results> => {
		if (pointer.count <= MAX_INDEXED) return searchIndex(name);
		try {
			return await searchApi(name);
		} catch (error) {
			if (error instanceof Unreachable) throw error;
			// A host that answers no queries, before the service worker does: the index is all there is.
			return searchIndex(name);
		}
	};
	const prepareSearch = async (): Promise<void> => {
		if (pointer.count <= MAX_INDEXED) await nameSearch();
	};
	return { pointer, listing, search, prepareSearch };
}

/** Does what costs once, and anew after a failure. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
	const remembered = remembering(work);
	return () => remembered(0);
}

/** Remembers what was read by number, but no failure. */
function remembering<T>(read: (n: number) => Promise<T>): (n: number) => Promise<T> {
	const known = new Map<number, Promise<T>>();
	return (n) => {
		const before = known.get(n);
		if (before !== undefined) return before;
		const reading = read(n);
		known.set(n, reading);
		reading.catch(() => known.delete(n));
		return reading;
	};
}
