/** The clips of the site, a page at a time: all of them in order, or those that match a name. */
import type { Instant } from "../../contract/instant.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { strip } from "../../contract/query.ts";
import { findPages, type Pages, resultPages } from "../../edge/pages.ts";
import { rebaseRows } from "../../edge/rebase.ts";
import { TooBroad } from "../../edge/search.ts";
import type { Pointer } from "../../tree/pointer.ts";
import { openBuild } from "./build.ts";
import { openGuesses } from "./guesses.ts";
import { SITE_ROOT } from "./site-root.ts";

/** A list of clips, in pages of ten. */
export interface Results {
	readonly count: number;
	/** No name matched, so these are names with a similar spelling. */
	readonly isGuess: boolean;
	/** The clips of a page, from 1. */
	page(number: number): Promise<readonly Instant[]>;
}

/** A published catalogue. Reading from it throws BuildReplaced once another is published. */
export interface Catalogue {
	readonly pointer: Pointer;
	/** All clips when the name is blank. The results are the API's, from the same code. */
	search(name: string): Promise<Results>;
}

/** All words of a larger catalogue take megabytes, so its names are not guessed. */
const MAX_GUESSED = 20_000;

const BASE_URL = SITE_ROOT.replace(/\/$/, "");
const NO_PAGES: Pages = { count: 0, rows: async () => [] };

export async function openCatalogue(): Promise<Catalogue> {
	const tree = await openBuild();
	const { pointer } = tree;
	const resultsOf = ({ count, rows }: Pages, isGuess = false): Results => ({
		count,
		isGuess,
		page: async (number) =>
			rebaseRows(await rows(number), pointer, BASE_URL).map((row) => JSON.parse(row)),
	});
	let guesses: ReturnType<typeof openGuesses> | undefined;
	const search = async (name: string): Promise<Results> => {
		const pages = await findPages(tree, name).catch((error: unknown) => {
			if (error instanceof TooBroad) return NO_PAGES;
			throw error;
		});
		if (pages.count > 0 || name === "" || pointer.count > MAX_GUESSED) return resultsOf(pages);
		guesses ??= openGuesses(tree);
		// The next search tries again.
		guesses.catch(() => {
			guesses = undefined;
		});
		const guessed = (await guesses)(name);
		return guessed === undefined ? resultsOf(pages) : resultsOf(resultPages(tree, guessed), true);
	};
	return { pointer, search: (name) => search(strip(name)) };
}

/** One page, from 1, of a list. */
export function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}
