/**
 * Searching the published index in the page, as people type. What a name finds, and in which order,
 * is what the API answers; only when that is nothing are typing errors forgiven.
 */
import type MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import type { IndexedName, searchOptions } from "../../search/options.ts";
import { isExactName, parseSearch } from "../../search/query.ts";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../tree/paths.ts";
import { fileUrl } from "./site-root.ts";

/** A clip as the index has it. */
export interface FoundName {
	/** In the catalogue, from 0. */
	readonly position: number;
	readonly name: string;
}

/** What a search found. */
export interface FoundNames {
	/** Best first. */
	readonly names: readonly FoundName[];
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

/**
 * Loads the index of a build and gives a function that searches it.
 * @param read reads a file of that build
 */
export async function openNameSearch(
	build: string,
	read: (url: string) => Promise<unknown>,
): Promise<(name: string) => FoundNames> {
	const [module, json] = await Promise.all([
		// The build is in the address because modules are kept for as long as a page is open.
		import(`${fileUrl(SEARCH_MODULE_PATH)}?build=${build}`) as Promise<SearchModule>,
		read(fileUrl(SEARCH_INDEX_PATH)),
	]);
	const index = module.MiniSearch.loadJS(
		json as Parameters<typeof module.MiniSearch.loadJS>[0],
		module.searchOptions,
	);
	return (name) => {
		const found = ranked(index, name, {});
		const isLong = parseSearch(name).words.length > MAX_GUESSED_WORDS;
		if (found.length > 0 || isLong) return { names: found, isGuess: false };
		for (const guess of GUESSES) {
			const guessed = ranked(index, name, guess);
			if (guessed.length > 0) return { names: guessed, isGuess: true };
		}
		return { names: [], isGuess: false };
	};
}

/** Exact names first, then the best by score, then catalogue order: as the API has it. */
function ranked(
	index: MiniSearch<IndexedName>,
	name: string,
	options: SearchOptions,
): readonly FoundName[] {
	const query = parseSearch(name);
	return index
		.search(name, options)
		.map(({ id, score, name: own }) => ({
			position: id as number,
			name: own as string,
			isExact: isExactName(query, own as string),
			// Float noise must not decide: the API adds up whole millionths.
			score: Math.round(score * 1e5),
		}))
		.sort(
			(a, b) =>
				Number(b.isExact) - Number(a.isExact) || b.score - a.score || a.position - b.position,
		);
}
