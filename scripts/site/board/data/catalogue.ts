/** Lists of clips, a page at a time: the whole catalogue, the matches of a search, or similarly spelled names. */

import type { Instant } from "../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../contract/page-number.ts";
import { strip } from "../../../contract/query.ts";
import type { IndexedName } from "../../../search/minisearch.ts";
import { facts } from "../page/page-elements.ts";
import { BuildReplaced } from "../page/scripts.ts";
import { ask, askForClip, loadExtrasScript, loadSearchScript } from "./api.ts";
import type { Names } from "./similar-names.ts";

export interface Results {
	readonly count: number;
	/** No name matched, or no address, so these are names with a similar spelling. */
	readonly isGuess: boolean;
	/** How many clips of a board are not in the catalogue. */
	readonly unknown?: number;
	/** Why the API refuses the search. */
	readonly refusal?: string | undefined;
	/** The clips of a page, from 1. Throws BuildReplaced once another build is published. */
	page(number: number): Promise<readonly Instant[]>;
}

/** Results from a list in memory. */
export function listed(clips: readonly Instant[]): Results {
	return { count: clips.length, isGuess: false, page: async (number) => pageOf(clips, number) };
}

/** One page, from 1, of a list. */
function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

/** The names of all clips: loaded on first use, and again after a failure. */
let opening: Promise<Names> | undefined;

/** Clips whose names are spelled like the search; undefined if there are none, or the names cannot be loaded. */
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

/** What the address of a clip that is not there may mean: what a search for its words finds, or else guesses. */
export async function meantBy(slug: string): Promise<Results | undefined> {
	const name = wordsOf(slug);
	const found = await search({ name, tags: [] });
	return found.count > 0 ? { ...found, isGuess: true } : guess(name);
}

export function wordsOf(slug: string): string {
	return slug.replace(/[-_]+/g, " ").trim();
}

/** Finds clips in the listing by the numbers of their names. Throws BuildReplaced. */
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
		throw new BuildReplaced("the names are those of another build");
	});
}

export interface Search {
	/** The name to search for; all clips match if it is blank. */
	readonly name: string;
	/** Tags that the clips must all have. */
	readonly tags: readonly string[];
}

/** Asks the API. Throws BuildReplaced or Unreachable. */
export async function search({ name: typed, tags }: Search): Promise<Results> {
	const name = strip(typed);
	const first = await ask({ name, tags }, 1);
	const { build, count, refusal } = first;
	const page = async (number: number): Promise<readonly Instant[]> =>
		(number === 1 ? first : await ask({ name, tags }, number, build)).results;
	return { count, isGuess: false, refusal, page };
}

/** How many clips are asked for at the same time. */
const AT_ONCE = 6;

/** The clips of a board, as far as there are any. Throws Unreachable. */
export async function clipsOn(slugs: readonly string[]): Promise<Results> {
	const found: (Instant | undefined)[] = [];
	const left = slugs.entries();
	const read = async (): Promise<void> => {
		for (const [i, slug] of left) {
			const clip = await askForClip(slug);
			found[i] =
				clip === "Gone." ? { ...REMOVED_CLIP, slug } : clip === "Not found." ? undefined : clip;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, read));
	const clips = found.filter((clip) => clip !== undefined);
	return { ...listed(clips), unknown: slugs.length - clips.length };
}

/** In place of a clip that was removed: it has no sound. */
const REMOVED_CLIP = {
	name: "Removed clip",
	sound: "",
	color: "8a8a8a",
	image: null,
	description: "",
	tags: "",
};

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
