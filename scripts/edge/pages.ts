/** Which clips a request finds, and the rows of one page of them, all out of the store. */
import type { Instant } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import type { Ranking } from "../search/engine.ts";
import { isExactName, matchesName, parseSearch, type SearchQuery } from "../search/query.ts";
import { rowsAt, rowsBetween } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { searchNames, TooBroad } from "./search.ts";

/** All pages of one result. */
export interface Pages {
	/** Number of clips on all pages. */
	readonly count: number;
	/** The rows of a page, 1-based, as JSON. */
	rows(page: number): Promise<readonly string[]>;
}

/** The pages for a name, or of the whole catalogue when the name is empty. */
export async function findPages(tree: PublishedTree, name: string): Promise<Pages> {
	if (name === "") return listing(tree);
	const query = parseSearch(name);
	const { ranking, isComplete } = await searchNames(tree, query);
	return isComplete ? resultPages(tree, ranking) : narrowed(tree, query, ranking);
}

function listing({ pointer, store }: PublishedTree): Pages {
	const { count, order, packs } = pointer;
	return {
		count,
		rows: async (page) => {
			const from = (page - 1) * PAGE_SIZE;
			const to = Math.min(count, from + PAGE_SIZE);
			if (order === "first") return rowsBetween(store, packs, from, to);
			return (await rowsBetween(store, packs, count - to, count - from)).reverse();
		},
	};
}

/** All pages of a ranking. */
export function resultPages({ pointer, store }: PublishedTree, { count, best }: Ranking): Pages {
	return {
		count,
		rows: (page) => {
			const matches = best(page * PAGE_SIZE).slice((page - 1) * PAGE_SIZE);
			return rowsAt(
				store,
				pointer.packs,
				matches.map(({ id }) => id),
			);
		},
	};
}

/**
 * The one page of a query with more words than one request can look up, as long names have: the few
 * clips found by some of the words are compared with all of them. Throws TooBroad when too many are
 * left, or when their order would depend on words that were not looked up.
 */
async function narrowed(
	{ pointer, store }: PublishedTree,
	query: SearchQuery,
	{ count, best }: Ranking,
): Promise<Pages> {
	if (count > PAGE_SIZE) throw new TooBroad();
	const positions = best(count).map(({ id }) => id);
	positions.sort((a, b) => (pointer.order === "first" ? a - b : b - a));
	const rows = await rowsAt(store, pointer.packs, positions);
	const nameOf = (row: string): string => (JSON.parse(row) as Instant).name;
	const matches = rows.filter((row) => matchesName(query, nameOf(row)));
	if (matches.length > 1 && !matches.every((row) => isExactName(query, nameOf(row)))) {
		throw new TooBroad();
	}
	return { count: matches.length, rows: async () => matches };
}
