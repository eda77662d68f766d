/** The clips of the site, a page at a time: all of them in order, or those that match a name. */
import type { Instant } from "../../contract/instant.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { findPages } from "../../edge/pages.ts";
import { rebaseRows } from "../../edge/rebase.ts";
import { TooBroad } from "../../edge/search.ts";
import { rowsBetween } from "../../tree/packs.ts";
import type { Pointer } from "../../tree/pointer.ts";
import { openBuild } from "./build.ts";
import { openGuesses } from "./guesses.ts";
import { SITE_ROOT } from "./site-root.ts";

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
	/** All clips when the name is blank. The results are the API's, from the same code. */
	search(name: string): Promise<Results>;
}

/** The index of a larger catalogue takes megabytes, so its names are not guessed. */
const MAX_GUESSED = 20_000;

const BASE_URL = SITE_ROOT.replace(/\/$/, "");
const NOTHING: Results = { count: 0, isGuess: false, page: async () => [] };

/** Opens the catalogue that is published next to the page. */
export async function openCatalogue(): Promise<Catalogue> {
	const { tree, read } = await openBuild();
	const { pointer, store } = tree;
	const clipsOf = (rows: readonly string[]): Instant[] =>
		rebaseRows(rows, pointer, BASE_URL).map((row) => JSON.parse(row));
	const found = async (name: string): Promise<Results> => {
		const { count, rows } = await findPages(tree, name);
		return { count, isGuess: false, page: async (n) => clipsOf(await rows(n)) };
	};
	const guesses = once(() => openGuesses(pointer.build, read));
	const guessed = async (name: string): Promise<Results> => {
		const lines = (await guesses())(name);
		const clipAt = async (line: number): Promise<Instant[]> =>
			clipsOf(await rowsBetween(store, pointer.packs, line, line + 1));
		return {
			count: lines.length,
			isGuess: lines.length > 0,
			page: async (n) => (await Promise.all(pageOf(lines, n).map(clipAt))).flat(),
		};
	};
	const search = async (name: string): Promise<Results> => {
		const results = await found(name).catch((error: unknown) => {
			if (error instanceof TooBroad) return NOTHING;
			throw error;
		});
		if (results.count > 0 || name === "" || pointer.count > MAX_GUESSED) return results;
		return guessed(name);
	};
	return { pointer, search: (name) => search(name.trim()) };
}

/** One page, from 1, of a list. */
export function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

/** Does the work at the first call. A failure is not remembered, so that the next call tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
	let known: Promise<T> | undefined;
	return () => {
		known ??= work();
		known.catch(() => {
			known = undefined;
		});
		return known;
	};
}
