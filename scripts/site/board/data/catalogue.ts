/** Lists of clips, a page at a time: the whole catalogue, the matches of a search, or similarly spelled names. */

import type { Instant } from "../../../contract/instant.ts";
import { PAGE_SIZE, pageCount } from "../../../contract/page-number.ts";
import { strip } from "../../../contract/query.ts";
import { tagsOf } from "../../../contract/tags.ts";
import type { IndexedName } from "../../../search/minisearch.ts";
import { facts } from "../page/page-elements.ts";
import { BuildReplaced } from "../page/scripts.ts";
import { ask, askForClip, loadExtrasScript, loadSearchScript } from "./api.ts";
import { folded } from "./folded.ts";
import type { Names } from "./similar-names.ts";

export interface Results {
	readonly count: number;
	/** No name or address matched, so these are clips with similarly spelled names. */
	readonly isGuess: boolean;
	/** How many of a board's clips are not in the catalogue. */
	readonly unknown?: number;
	/** No name matched, so these are the clips with this tag. */
	readonly tag?: string;
	/** Why the API rejects the search. */
	readonly refusal?: string | undefined;
	/** The clips with a tag that the search names, and the page on which they begin: they follow all matching names. */
	readonly below?: { readonly tag: string; readonly count: number; readonly page: number };
	/** The clips of a page; pages are numbered from 1. Throws BuildReplaced once a new build is published. */
	page(number: number, wanted?: AbortSignal): Promise<readonly Instant[]>;
	/**
	 * These results, followed by further results, which are requested once somebody scrolls that far; undefined if
	 * there are no further results.
	 */
	extended?(wanted: AbortSignal): Promise<Results | undefined>;
}

/** Results from a list in memory. */
export function listed(clips: readonly Instant[]): Results {
	return { count: clips.length, isGuess: false, page: async (number) => pageOf(clips, number) };
}

/** One page of a list. Pages are numbered from 1. */
function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

/** The names of all clips: loaded on first use, and again after a failure. */
let opening: Promise<Names> | undefined;

/** Clips with names spelled similarly to the search; undefined if there are none, or the names cannot be loaded. */
export async function guess(name: string): Promise<Results | undefined> {
	if (!facts.canGuess) return undefined;
	try {
		const { mayBeMistyped, openNames, similarNames } = await loadExtrasScript();
		if (!mayBeMistyped(name)) return undefined;
		opening ??= openNames();
		const names = await opening;
		const similar = similarNames(names, name);
		if (similar.length === 0) return undefined;
		const page = (number: number) => clipsOf(pageOf(similar, number), names);
		return { count: similar.length, isGuess: true, page };
	} catch (error) {
		opening = undefined;
		console.warn(`instants: ${error}`);
		return undefined;
	}
}

/**
 * The clips that a visitor to an address without a clip may have wanted: the results of a search for the words in
 * it or, if there are none, guesses.
 */
export async function meantBy(slug: string): Promise<Results | undefined> {
	const name = wordsOf(slug);
	const found = await search({ name, tags: [] });
	return found.count > 0 ? { ...found, isGuess: true } : guess(name);
}

export function wordsOf(slug: string): string {
	return slug.replace(/[-_]+/g, " ").trim();
}

/** Finds clips in the listing by the ids of their names. Throws BuildReplaced. */
async function clipsOf(
	similar: readonly IndexedName[],
	{ documentCount }: Names,
): Promise<Instant[]> {
	const places = similar.map(({ id }) => (facts.isNewestFirst ? documentCount - 1 - id : id));
	const numberOf = (place: number): number => Math.floor(place / PAGE_SIZE) + 1;
	const numbers = [...new Set(places.map(numberOf))];
	const pages = await Promise.all(numbers.map((number) => ask({ name: "", tags: [] }, number)));
	return places.map((place, i) => {
		const clip = pages[numbers.indexOf(numberOf(place))]?.results[place % PAGE_SIZE];
		if (clip !== undefined && clip.name === similar[i]?.name) return clip;
		opening = undefined;
		throw new BuildReplaced("the names are from another build");
	});
}

export interface Search {
	/** The name to search for; all clips match if it is blank. */
	readonly name: string;
	/** Tags that the clips must all have. */
	readonly tags: readonly string[];
}

/** Queries the API. Throws BuildReplaced or Unreachable; also throws once the answer is no longer needed. */
export async function search(
	{ name: typed, tags }: Search,
	wanted?: AbortSignal,
): Promise<Results> {
	const name = strip(typed);
	const first = await ask({ name, tags }, 1, undefined, wanted);
	const { build, count, refusal } = first;
	const page: Results["page"] = async (number, wanted) =>
		(number === 1 ? first : await ask({ name, tags }, number, build, wanted)).results;
	const names: Results = { count, isGuess: false, refusal, page };
	if (name === "" || tags.length > 0 || count === 0) return names;
	return { ...names, extended: (wanted) => withTagged(names, name, wanted) };
}

/** All clips with this tag, ignoring case; undefined if there are none, or the API does not answer. */
export async function tagged(
	name: string | undefined,
	wanted: AbortSignal,
): Promise<Results | undefined> {
	if (name === undefined) return undefined;
	try {
		const found = await search({ name: "", tags: [name] }, wanted);
		const [clip] = await found.page(1);
		if (clip === undefined) return undefined;
		return { ...found, tag: tagsOf(clip).find((tag) => folded(tag) === folded(name)) ?? name };
	} catch {
		wanted.throwIfAborted();
		return undefined;
	}
}

async function withTagged(
	names: Results,
	name: string,
	wanted: AbortSignal,
): Promise<Results | undefined> {
	const found = await tagged(name, wanted);
	if (found?.tag === undefined) return undefined;
	const pages = pageCount(names.count);
	return {
		...names,
		// Counted as if the last page of names were full.
		count: pages * PAGE_SIZE + found.count,
		below: { tag: found.tag, count: found.count, page: pages + 1 },
		page: (number, wanted) =>
			number <= pages ? names.page(number, wanted) : found.page(number - pages, wanted),
	};
}

/** The clips of a board, without those that are not in the catalogue. Throws Unreachable. */
export async function clipsOn(slugs: readonly string[]): Promise<Results> {
	const { clipsCalled } = await loadExtrasScript();
	const clips = await clipsCalled(slugs, askForClip);
	return { ...listed(clips), unknown: slugs.length - clips.length };
}

/** The clips of a list that match a search. */
export async function matchesAmong(
	clips: readonly Instant[],
	{ name, tags }: Search,
): Promise<readonly Instant[]> {
	if (name.trim() === "" && tags.length === 0) return clips;
	const { matchesClip, parseSearch } = await loadSearchScript();
	const query = parseSearch(strip(name), tags);
	return query.words.length === 0 ? [] : clips.filter((clip) => matchesClip(query, clip));
}
