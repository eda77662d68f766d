/**
 * Answers with a page of the listing, of a search, or of the tags. The build has precomputed pages of the
 * listing and of single words. Their indexes have their hashes, so that pages of different builds never mix.
 * All others are composed from the store.
 */
import * as answers from "../contract/answers.ts";
import { entityTag } from "../contract/entity-tag.ts";
import { listJson, listParts } from "../contract/envelope.ts";
import { type LinkQuery, NO_QUERY, neighbours, pageUrl, TAGS_PATH } from "../contract/links.ts";
import {
	pageCount,
	pageNumber,
	type RequestedPage,
	requestedPage,
} from "../contract/page-number.ts";
import { MAX_TAGS, type Query, searchText, wantedTags } from "../contract/query.ts";
import { parseSearch, type SearchQuery } from "../search/search-query.ts";
import { lettersOf } from "../search/tokens.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { listingPage, wordPage } from "../tree/page-index.ts";
import type { Pointer } from "../tree/pointer.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { composedPage, type ListPage, tagPage } from "./composed.ts";
import { isRebased, rebaseRows } from "./rebase.ts";

/** The clips that a query asks for. Throws DamagedTree, DamagedSearch or TooBroad. */
export async function answerList(
	tree: PublishedTree,
	query: Query,
	baseUrl: string,
): Promise<answers.Answer> {
	const name = searchText(query);
	const tags = wantedTags(query);
	if (name.includes("\0")) return answers.nullCharacters("name");
	if (tags.some((tag) => tag.includes("\0"))) return answers.nullCharacters("tag");
	if (tags.length > MAX_TAGS) return answers.tooManyTags();
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.invalidPage();
	const search = name === "" && tags.length === 0 ? undefined : parseSearch(name, tags);
	const { pointer } = tree;
	let list = isRebased(pointer, baseUrl) ? undefined : await precomputed(tree, search, requested);
	if (list === undefined) {
		const { count, rows } = await composedPage(tree, search, requested);
		list = { count, rows: rebaseRows(rows, pointer, baseUrl) };
	}
	return answerWithPage(pointer, list, requested, query, baseUrl);
}

/** The tags of the catalogue. Throws DamagedTree. */
export async function answerTags(
	tree: PublishedTree,
	{ formats, page }: Query,
	baseUrl: string,
): Promise<answers.Answer> {
	const requested = requestedPage(page);
	if (requested === undefined) return answers.invalidPage();
	const query = { ...NO_QUERY, formats };
	const list = await tagPage(tree, requested);
	return answerWithPage(tree.pointer, list, requested, query, baseUrl, TAGS_PATH);
}

function answerWithPage(
	{ build }: Pointer,
	{ count, rows }: ListPage,
	requested: RequestedPage,
	query: LinkQuery,
	baseUrl: string,
	path?: string,
): answers.Answer {
	const last = pageCount(count);
	const page = pageNumber(requested, last);
	if (page === undefined) return answers.invalidPage();
	const links = neighbours((n) => pageUrl(baseUrl, query, n, path), page, last);
	const tag = entityTag(build, pageUrl("", query, page, path));
	return answers.found(listJson(count, links, rows), tag, links);
}

/** The precomputed page; undefined if it is missing or damaged. */
async function precomputed(
	tree: PublishedTree,
	search: SearchQuery | undefined,
	requested: RequestedPage,
): Promise<ListPage | undefined> {
	const json = await (search === undefined
		? storedListing(tree, requested)
		: storedResults(tree, search, requested));
	const parts = json === undefined ? undefined : listParts(json);
	if (parts === undefined || (search === undefined && parts.count !== tree.pointer.count)) {
		return undefined;
	}
	return { count: parts.count, rows: [parts.rows] };
}

async function storedListing(
	tree: PublishedTree,
	requested: RequestedPage,
): Promise<string | undefined> {
	const page = pageNumber(requested, pageCount(tree.pointer.count));
	return page === undefined ? undefined : listingPage(tree, page);
}

async function storedResults(
	tree: PublishedTree,
	search: SearchQuery,
	requested: RequestedPage,
): Promise<string | undefined> {
	const [word = ""] = search.words;
	// A repeated word or an apostrophe changes the order, tags have no pages, and the last page has no number.
	const isSingle = search.words.length === 1 && search.counts.get(word) === 1;
	const isPlain = isSingle && search.apostrophes.size === 0;
	if (!isPlain || tree.pointer.unicode !== UNICODE_VERSION || requested === "last")
		return undefined;
	return wordPage(tree, lettersOf(word), requested);
}
