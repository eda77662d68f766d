/** Composes the listing, the results of searches and the list of tags from the store. */
import type { Instant } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import type { Ranking } from "../search/engine.ts";
import { isExactName, matchesClip, parseSearch, type SearchQuery } from "../search/search-query.ts";
import { rowCount, rowsAt, rowsBetween } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { rebaseRows } from "./rebase.ts";
import { searchNames, TooBroad } from "./search.ts";

/** A list in pages, of clips or tags. */
export interface List {
	/** The number of rows on all pages. */
	readonly count: number;
	/** The rows of a page, from 1, as JSON. */
	rows(page: number): Promise<readonly string[]>;
}

/**
 * The clips that match a name, unless it is empty, and have all of the tags. Throws TooBroad or DamagedTree.
 * @param baseUrl what the URLs of media start with; by default as in the tree
 */
export async function composedList(
	tree: PublishedTree,
	name: string,
	tags: readonly string[],
	baseUrl = tree.pointer.base_url,
): Promise<List> {
	const { count, rows } = await listOf(tree, name, tags);
	return { count, rows: async (page) => rebaseRows(await rows(page), tree.pointer, baseUrl) };
}

async function listOf(tree: PublishedTree, name: string, tags: readonly string[]): Promise<List> {
	const query = parseSearch(name, tags);
	if (name === "" && query.words.length === 0) return listing(tree);
	const { ranking, isComplete } = await searchNames(tree, query);
	return isComplete ? results(tree, ranking) : narrowed(tree, query, ranking);
}

function listing(tree: PublishedTree): List {
	return paged(tree.pointer.count, (from, to) => listedRows(tree, from, to));
}

/** All tags, those of the most clips first. Throws DamagedTree. */
export async function tagList({ pointer: { tags }, store }: PublishedTree): Promise<List> {
	if (tags === undefined) return paged(0, async () => []);
	const count = await rowCount(store, tags, "tags");
	return paged(count, (from, to) => rowsBetween(store, tags, from, to, "tags"));
}

/** @param between the rows numbered `from` up to but not including `to` */
function paged(
	count: number,
	between: (from: number, to: number) => Promise<readonly string[]>,
): List {
	return {
		count,
		rows: (page) => between((page - 1) * PAGE_SIZE, Math.min(count, page * PAGE_SIZE)),
	};
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

function results({ pointer, store }: PublishedTree, { count, best }: Ranking): List {
	let first: ReturnType<typeof best> = [];
	return {
		count,
		rows: (page) => {
			const end = page * PAGE_SIZE;
			// Whoever asks for many pages would otherwise have the same matches sorted again for each.
			if (end > first.length) first = best(first.length === 0 ? end : 2 * end);
			const matches = first.slice(end - PAGE_SIZE, end);
			return rowsAt(
				store,
				pointer.packs,
				matches.map(({ id }) => id),
			);
		},
	};
}

/**
 * A query may have more words than one request can look up, such as a long name. This checks the clips
 * that match some of the words against the others. Throws TooBroad if more than a page of clips is
 * left to check, or if their order depends on words that were not looked up.
 */
async function narrowed(
	{ pointer, store }: PublishedTree,
	query: SearchQuery,
	{ count, best }: Ranking,
): Promise<List> {
	if (count > PAGE_SIZE) throw new TooBroad();
	const positions = best(count).map(({ id }) => id);
	positions.sort((a, b) => (pointer.order === "first" ? a - b : b - a));
	const rows = await rowsAt(store, pointer.packs, positions);
	const clipOf = (row: string): Instant => JSON.parse(row);
	const matches = rows.filter((row) => matchesClip(query, clipOf(row)));
	if (matches.length > 1 && !matches.every((row) => isExactName(query, clipOf(row).name))) {
		throw new TooBroad();
	}
	return { count: matches.length, rows: async () => matches };
}
