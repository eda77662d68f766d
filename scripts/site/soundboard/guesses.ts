/** Names with a similar spelling, from the published index, for a search that finds nothing. */
import type MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import type { IndexedName, searchOptions } from "../../search/minisearch.ts";
import { parseSearch } from "../../search/query.ts";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../tree/paths.ts";
import { fileUrl } from "./site-root.ts";

/** The module that is published beside the index. */
interface SearchModule {
	readonly MiniSearch: typeof MiniSearch<IndexedName>;
	readonly searchOptions: typeof searchOptions;
}

/** First one typing error in words of four letters or more, then two (as in swapped letters), or one in three. */
const GUESSES: readonly SearchOptions[] = [
	{ fuzzy: (term) => term.length >= 4 && 1 },
	{ fuzzy: (term) => (term.length >= 4 ? 2 : term.length >= 3 && 1) },
];

/** Longer queries are not guessed: it would take noticeably long. */
const MAX_GUESSED_WORDS = 12;

/**
 * Loads the index of a build and returns a function that guesses: the lines of the clips in the export
 * of all clips, from 0, best first.
 * @param read reads JSON of that build
 */
export async function openGuesses(
	build: string,
	read: (path: string) => Promise<unknown>,
): Promise<(name: string) => readonly number[]> {
	const [module, json] = await Promise.all([
		// A page keeps its modules while it is open, so the address names the build.
		import(`${fileUrl(SEARCH_MODULE_PATH)}?build=${build}`) as Promise<SearchModule>,
		read(SEARCH_INDEX_PATH),
	]);
	const index = module.MiniSearch.loadJS(
		json as Parameters<typeof module.MiniSearch.loadJS>[0],
		module.searchOptions,
	);
	return (name) => {
		if (parseSearch(name).words.length > MAX_GUESSED_WORDS) return [];
		for (const guess of GUESSES) {
			const guessed = index.search(name, guess);
			if (guessed.length > 0) return guessed.map(({ id }) => id as number);
		}
		return [];
	};
}
