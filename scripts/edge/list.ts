/**
 * Answers with a page of the listing, of a search, or of the tags. A build may precompute pages of the listing
 * and of single words. Indexes contain the hashes of these pages, so that pages of different builds never mix.
 * All other pages are composed from the store.
 */
import * as answers from "../contract/answers.ts";
import { entityTag } from "../contract/entity-tag.ts";
import { listJson, listParts } from "../contract/envelope.ts";
import { type LinkQuery, NO_QUERY, neighbours, pageUrl, TAGS_PATH } from "../contract/links.ts";
import {
	PAGE_SIZE,
	pageCount,
	pageNumber,
	type RequestedPage,
	requestedPage,
} from "../contract/page-number.ts";
import { MAX_TAGS, type Query, searchText, wantedTags } from "../contract/query.ts";
import { parseSearch, type SearchQuery } from "../search/search-query.ts";
import { lettersOf } from "../search/tokens.ts";
import { rowCount, rowsAt, rowsBetween } from "../tree/packs.ts";
import { listingPage, wordPage } from "../tree/page-index.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { rebaseRows } from "./rebase.ts";
import { checkedRows, checkUnicode, searchNames } from "./search.ts";

/** A list of clips or tags; a request returns one page of it. */
interface List {
	/** The total number of rows. */
	readonly count: number;
	/** The rows of a page, numbered `from` up to but not including `to`, as JSON. Throws DamagedTree. */
	rowsOf(page: number, from: number, to: number): Promise<readonly string[]>;
}

/** The page of clips that a query requests. Throws DamagedTree, DamagedSearch or TooBroad. */
export async function answerList(
	tree: PublishedTree,
	query: Query,
	baseUrl: string,
): Promise<answers.Answer> {
	const name = searchText(query);
	const tags = wantedTags(query);
	if (name.includes("\0")) return answers.nullCharacters("name");
	if (tags.some((tag) => tag.includes("\0"))) return answers.nullCharacters("tag");
	if (tags.length > MAX_TAGS) return answers.TOO_MANY_TAGS;
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.INVALID_PAGE;
	const isListing = name === "" && tags.length === 0;
	const { count, rowsOf } = isListing
		? listing(tree)
		: await matches(tree, parseSearch(name, tags), requested);
	const moved: List["rowsOf"] = async (...page) =>
		rebaseRows(await rowsOf(...page), tree.pointer, baseUrl);
	return answerWithPage(tree, { count, rowsOf: moved }, requested, query, baseUrl);
}

/** A page of the catalogue's tags; those with the most clips come first. Throws DamagedTree. */
export async function answerTags(
	tree: PublishedTree,
	{ formats, page }: Query,
	baseUrl: string,
): Promise<answers.Answer> {
	const requested = requestedPage(page);
	if (requested === undefined) return answers.INVALID_PAGE;
	const { store, pointer } = tree;
	const { tags } = pointer;
	const list: List = {
		count: tags === undefined ? 0 : await rowCount(store, tags, "tags"),
		rowsOf: async (_, from, to) =>
			tags === undefined ? [] : rowsBetween(store, tags, from, to, "tags"),
	};
	return answerWithPage(tree, list, requested, { ...NO_QUERY, formats }, baseUrl, TAGS_PATH);
}

async function answerWithPage(
	{ pointer: { build } }: PublishedTree,
	{ count, rowsOf }: List,
	requested: RequestedPage,
	query: LinkQuery,
	baseUrl: string,
	path?: string,
): Promise<answers.Answer> {
	const last = pageCount(count);
	const page = pageNumber(requested, last);
	if (page === undefined) return answers.INVALID_PAGE;
	const rows = await rowsOf(page, (page - 1) * PAGE_SIZE, Math.min(count, page * PAGE_SIZE));
	const links = neighbours((n) => pageUrl(baseUrl, query, n, path), page, last);
	const tag = entityTag(build, pageUrl("", query, page, path));
	return answers.found(listJson(count, links, rows), tag, links);
}

/** All clips. */
function listing(tree: PublishedTree): List {
	const { pointer, store } = tree;
	const { count, order, packs } = pointer;
	return {
		count,
		rowsOf: async (page, from, to) => {
			const stored = storedPage(await listingPage(tree, page));
			// Over plain HTTP, browsers check no hashes, and a cache may still have a page from another build.
			if (stored?.count === count) return stored.rows;
			if (order === "first") return rowsBetween(store, packs, from, to);
			return (await rowsBetween(store, packs, count - to, count - from)).reverse();
		},
	};
}

/** The clips that match a search. Throws DamagedTree, DamagedSearch or TooBroad. */
async function matches(
	tree: PublishedTree,
	search: SearchQuery,
	requested: RequestedPage,
): Promise<List> {
	const { pointer, store } = tree;
	checkUnicode(pointer);
	const stored = storedPage(await storedResults(tree, search, requested));
	if (stored !== undefined) return { ...stored, rowsOf: async () => stored.rows };
	const { ranking, isComplete } = await searchNames(tree, search);
	if (!isComplete) {
		const rows = await checkedRows(tree, search, ranking);
		return { count: rows.length, rowsOf: async () => rows };
	}
	const { count, best } = ranking;
	const positions = (from: number, to: number): number[] =>
		best(to)
			.slice(from)
			.map(({ id }) => id);
	return { count, rowsOf: (_, from, to) => rowsAt(store, pointer.packs, positions(from, to)) };
}

/** The text of the precomputed page of a single word; undefined if there is none. */
async function storedResults(
	tree: PublishedTree,
	{ words, counts, apostrophes }: SearchQuery,
	requested: RequestedPage,
): Promise<string | undefined> {
	const [word = ""] = words;
	// A repeated word or an apostrophe changes the order, tags have no precomputed pages, and the number of the
	// last page is not known here.
	const isPlain = words.length === 1 && counts.get(word) === 1 && apostrophes.size === 0;
	if (!isPlain || requested === "last") return undefined;
	return wordPage(tree, lettersOf(word), requested);
}

/** Parses a precomputed page; undefined if there is none, or if it is damaged. */
function storedPage(
	json: string | undefined,
): { readonly count: number; readonly rows: readonly string[] } | undefined {
	const parts = json === undefined ? undefined : listParts(json);
	return parts && { count: parts.count, rows: [parts.rows] };
}
