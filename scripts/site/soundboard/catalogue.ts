/** The clips of the site, a page at a time: all of them in order, or those that match a name. */
import type { Instant } from "../../contract/instant.ts";
import { NO_QUERY, pageUrl } from "../../contract/links.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { instantAtOrigin } from "../../edge/rebase.ts";
import { listingPath } from "../../tree/paths.ts";
import type { Pointer } from "../../tree/pointer.ts";
import { BuildReplaced, openBuild, readJson, Unreachable } from "./build.ts";
import { type FoundName, openNameSearch } from "./name-search.ts";
import { fileUrl, SITE_ROOT } from "./site-root.ts";

/** A list of clips, in pages of ten. */
export interface Results {
	/** Number of clips on all pages. */
	readonly count: number;
	/** No name matched, so these are names with a similar spelling. */
	readonly isGuess: boolean;
	/** The clips of a page, from 1. */
	page(number: number): Promise<readonly Instant[]>;
}

/** A published catalogue. Reading from it throws BuildReplaced once another is published. */
export interface Catalogue {
	readonly pointer: Pointer;
	readonly listing: Results;
	search(name: string): Promise<Results>;
	/** Loads what a search needs ahead of time. Throws as `search` does. */
	prepareSearch(): Promise<void>;
}

/** The index of a larger catalogue takes megabytes, so its searches go to the API. */
const MAX_INDEXED = 20_000;

interface Page {
	readonly count: number;
	readonly results: readonly Instant[];
}

const BASE_URL = SITE_ROOT.replace(/\/$/, "");

/** Opens the catalogue that is published next to the page. */
export async function openCatalogue(): Promise<Catalogue> {
	const { pointer, read } = await openBuild();
	const pageIn = (json: unknown): Page => {
		const { count, results } = json as Page;
		return { count, results: results.map((clip) => instantAtOrigin(clip, pointer, BASE_URL)) };
	};
	const listingPage = remembering(async (n) => {
		const page = pageIn(await read(fileUrl(listingPath(n))));
		if (page.count !== pointer.count) throw new BuildReplaced(`page ${n} counts ${page.count}`);
		return page.results;
	});
	const listing: Results = { count: pointer.count, isGuess: false, page: listingPage };

	const clipOf = async ({ position, name }: FoundName): Promise<Instant> => {
		const clips = await listingPage(Math.floor(position / PAGE_SIZE) + 1);
		const clip = clips[position % PAGE_SIZE];
		if (clip?.name !== name) throw new BuildReplaced(`the index has “${name}” at ${position}`);
		return clip;
	};
	const nameSearch = remembering(() => openNameSearch(pointer.build, read));
	const searchIndex = async (name: string): Promise<Results> => {
		const { names, isGuess } = (await nameSearch(0))(name);
		return {
			count: names.length,
			isGuess,
			page: (n) => Promise.all(pageOf(names, n).map(clipOf)),
		};
	};
	const searchApi = async (name: string): Promise<Results> => {
		const query = { ...NO_QUERY, names: [name] };
		const pages = remembering(async (n) => pageIn(await readJson(pageUrl(BASE_URL, query, n))));
		const { count } = await pages(1);
		return { count, isGuess: false, page: async (n) => (await pages(n)).results };
	};
	const search = async (name: string): Promise<Results> => {
		if (pointer.count <= MAX_INDEXED) return searchIndex(name);
		try {
			return await searchApi(name);
		} catch (error) {
			if (error instanceof Unreachable) throw error;
			// The host has no API and the service worker does not answer yet: only the index is left.
			return searchIndex(name);
		}
	};
	const prepareSearch = async (): Promise<void> => {
		if (pointer.count <= MAX_INDEXED) await nameSearch(0);
	};
	return { pointer, listing, search, prepareSearch };
}

/** One page, from 1, of a list. */
export function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

/** Reads each number once. A failure is not remembered, so that the next call tries again. */
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
