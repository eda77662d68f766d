/** Clips with similarly spelled names, for a search that finds nothing: MiniSearch's fuzzy search. */
import type MiniSearch from "minisearch";
import type { Instant } from "../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../contract/page-number.ts";
import type { IndexedName } from "../../../search/minisearch.ts";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../../tree/paths.ts";
import { facts } from "../page/page-elements.ts";
import { BuildReplaced, loadScript } from "../page/scripts.ts";
import { ask, loadSearchScript } from "./api.ts";
import { fetched } from "./files.ts";
import { pageOf, type Results } from "./results.ts";

type Names = MiniSearch<IndexedName>;

/** The names of all clips: loaded on first use, and again after a failure. */
let opening: Promise<Names> | undefined;

/** Clips with names that are spelled like a search; undefined if there are none, or the names cannot be loaded. */
export async function guess(name: string): Promise<Results | undefined> {
	if (!facts.canGuess) return undefined;
	try {
		const { mayBeMistyped, similarNames } = await loadSearchScript();
		if (!mayBeMistyped(name)) return undefined;
		opening ??= openNames();
		const names = await opening;
		const similar = similarNames(names, name);
		if (similar.length === 0) return undefined;
		const page = (number: number) => clipsOf(pageOf(similar, number), names);
		return { count: similar.length, isGuess: true, page };
	} catch (error) {
		opening = undefined;
		console.warn(`instants: cannot look for similar names: ${error}`);
		return undefined;
	}
}

async function openNames(): Promise<Names> {
	const [{ MiniSearch, searchOptions }, index] = await Promise.all([
		loadScript<typeof import("../../../search/minisearch.ts")>(SEARCH_MODULE_PATH),
		fetched(SEARCH_INDEX_PATH, "no-cache"),
	]);
	const text = new TextDecoder().decode(index);
	return MiniSearch.loadJSONAsync<IndexedName>(text, searchOptions);
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
