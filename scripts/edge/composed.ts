/** Composes pages of the listing, of the results of searches and of the list of tags from the store. */
import type { Instant } from "../contract/instant.ts";
import { PAGE_SIZE, pageCount, pageNumber, type RequestedPage } from "../contract/page-number.ts";
import { isExactName, matchesClip, type SearchQuery } from "../search/search-query.ts";
import { rowCount, rowsAt, rowsBetween } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { searchNames, TooBroad } from "./search.ts";

/** A page of a list of clips or tags. */
export interface ListPage {
	/** The number of rows on all pages. */
	readonly count: number;
	/** The rows of this page, as JSON; none past the last page. */
	readonly rows: readonly string[];
}

/**
 * A page of the clips that match a search. Throws DamagedTree, DamagedSearch or TooBroad.
 * @param search undefined for all clips
 */
export async function composedPage(
	tree: PublishedTree,
	search: SearchQuery | undefined,
	requested: RequestedPage,
): Promise<ListPage> {
	const { pointer, store } = tree;
	if (search === undefined) {
		return pageOf(pointer.count, requested, (from, to) => listedRows(tree, from, to));
	}
	const { ranking, isComplete } = await searchNames(tree, search);
	const { count, best } = ranking;
	const positions = (from: number, to: number): number[] =>
		best(to)
			.slice(from)
			.map(({ id }) => id);
	if (isComplete) {
		return pageOf(count, requested, (from, to) =>
			rowsAt(store, pointer.packs, positions(from, to)),
		);
	}
	if (count > PAGE_SIZE) throw new TooBroad();
	const rows = await checkedRows(tree, search, positions(0, count));
	return pageOf(rows.length, requested, async () => rows);
}

/** A page of the tags, most clips first. Throws DamagedTree. */
export async function tagPage(
	{ pointer: { tags }, store }: PublishedTree,
	requested: RequestedPage,
): Promise<ListPage> {
	if (tags === undefined) return { count: 0, rows: [] };
	const count = await rowCount(store, tags, "tags");
	return pageOf(count, requested, (from, to) => rowsBetween(store, tags, from, to, "tags"));
}

/** @param between the rows numbered `from` up to but not including `to` */
async function pageOf(
	count: number,
	requested: RequestedPage,
	between: (from: number, to: number) => Promise<readonly string[]>,
): Promise<ListPage> {
	const page = pageNumber(requested, pageCount(count));
	if (page === undefined) return { count, rows: [] };
	return { count, rows: await between((page - 1) * PAGE_SIZE, Math.min(count, page * PAGE_SIZE)) };
}

/** The clips of the listing numbered `from` up to but not including `to`, as JSON. Throws DamagedTree. */
async function listedRows(
	{ pointer, store }: PublishedTree,
	from: number,
	to: number,
): Promise<readonly string[]> {
	const { count, order, packs } = pointer;
	if (order === "first") return rowsBetween(store, packs, from, to);
	return (await rowsBetween(store, packs, count - to, count - from)).reverse();
}

/**
 * A query may have more words than one request can look up, such as a long name. This checks the clips
 * that match some of the words against the others. Throws TooBroad if their order depends on words that
 * were not looked up.
 */
async function checkedRows(
	{ pointer, store }: PublishedTree,
	query: SearchQuery,
	positions: readonly number[],
): Promise<readonly string[]> {
	const listed = positions.toSorted((a, b) => (pointer.order === "first" ? a - b : b - a));
	const rows = await rowsAt(store, pointer.packs, listed);
	const clipOf = (row: string): Instant => JSON.parse(row);
	const matches = rows.filter((row) => matchesClip(query, clipOf(row)));
	if (matches.length > 1 && !matches.every((row) => isExactName(query, clipOf(row).name))) {
		throw new TooBroad();
	}
	return matches;
}
