/**
 * Searching the published index in the page, as people type. What a name finds, and in which order,
 * is what the API answers; only when that is nothing are typing errors forgiven.
 */
import type MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../contract/paths.ts";
import type { IndexedName, searchOptions } from "../../search/options.ts";
import { isExactName, parseSearch } from "../../search/query.ts";
import { readJson } from "./published-json.ts";
import { fileUrl } from "./site-root.ts";

/** What a search found. */
export interface FoundNames {
	/** Positions in the catalogue, best first. */
	readonly positions: readonly number[];
	/** Only names like what was typed were found. */
	readonly isGuess: boolean;
}

/** The published module. */
interface SearchModule {
	readonly MiniSearch: typeof MiniSearch<IndexedName>;
	readonly searchOptions: typeof searchOptions;
}

/** One slip in a word of four characters or more; then two, as two letters exchanged are; none in words too short to guess. */
const GUESSES: readonly SearchOptions[] = [
	{ fuzzy: (term) => term.length >= 4 && 1 },
	{ fuzzy: (term) => (term.length >= 4 ? 2 : term.length >= 3 && 1) },
];

/** Words of a query with which guessing still takes no time that one notices. */
const MAX_GUESSED_WORDS = 12;

/** Loads the index and gives a function that searches it. */
export async function openNameSearch(): Promise<(name: string) => FoundNames> {
	const [module, json] = await Promise.all([
		import(fileUrl(SEARCH_MODULE_PATH)) as Promise<SearchModule>,
		readJson(fileUrl(SEARCH_INDEX_PATH)),
	]);
	const index = module.MiniSearch.loadJS(
		json as Parameters<typeof module.MiniSearch.loadJS>[0],
		module.searchOptions,
	);
	return (name) => {
		const found = positions(index, name, {});
		const isLong = parseSearch(name).words.length > MAX_GUESSED_WORDS;
		if (found.length > 0 || isLong) return { positions: found, isGuess: false };
		for (const guess of GUESSES) {
			const guessed = positions(index, name, guess);
			if (guessed.length > 0) return { positions: guessed, isGuess: true };
		}
		return { positions: [], isGuess: false };
	};
}

/** Exact names first, then the best by score, then catalogue order: as the API has it. */
function positions(
	index: MiniSearch<IndexedName>,
	name: string,
	options: SearchOptions,
): readonly number[] {
	const query = parseSearch(name);
	return index
		.search(name, options)
		.map(({ id, score, name: own }) => ({
			id: id as number,
			isExact: isExactName(query, own as string),
			// Float noise must not decide: the API adds up whole millionths.
			score: Math.round(score * 1e5),
		}))
		.sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score || a.id - b.id)
		.map(({ id }) => id);
}
