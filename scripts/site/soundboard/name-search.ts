/**
 * Searches the published index in the page, as people type. The results and their order are the
 * API's. If there are none, similar spellings are tried.
 */
import type MiniSearch from "minisearch";
import type { SearchOptions } from "minisearch";
import type { IndexedName, searchOptions } from "../../search/options.ts";
import { isExactName, parseSearch } from "../../search/query.ts";
import { SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../../tree/paths.ts";
import { fileUrl } from "./site-root.ts";

/** A name in the index. */
export interface FoundName {
	/** Position in the catalogue, from 0. */
	readonly position: number;
	readonly name: string;
}

/** The result of a search. */
export interface FoundNames {
	/** Best first. */
	readonly names: readonly FoundName[];
	/** No name matched, so these are names with a similar spelling. */
	readonly isGuess: boolean;
}

/** The module that is published beside the index. */
interface SearchModule {
	readonly MiniSearch: typeof MiniSearch<IndexedName>;
	readonly searchOptions: typeof searchOptions;
}

/** First one typing error in words of 4 letters or more; then two, or one in words of 3. Swapped letters count as two. */
const GUESSES: readonly SearchOptions[] = [
	{ fuzzy: (term) => term.length >= 4 && 1 },
	{ fuzzy: (term) => (term.length >= 4 ? 2 : term.length >= 3 && 1) },
];

/** Longer queries are not guessed: it would take noticeably long. */
const MAX_GUESSED_WORDS = 12;

/**
 * Loads the index of a build and returns a function that searches it.
 * @param read reads a file of that build
 */
export async function openNameSearch(
	build: string,
	read: (url: string) => Promise<unknown>,
): Promise<(name: string) => FoundNames> {
	const [module, json] = await Promise.all([
		// A page keeps its modules while it is open, so the address names the build.
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

/** The order of the API: exact names, then by score, then by position. */
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
			// Rounding noise must not decide the order: the API adds whole millionths.
			score: Math.round(score * 1e5),
		}))
		.sort(
			(a, b) =>
				Number(b.isExact) - Number(a.isExact) || b.score - a.score || a.position - b.position,
		);
}
