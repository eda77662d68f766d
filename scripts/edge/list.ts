/** Answers with a page of a list: of the listing, of a search, or of the tags. */
import * as answers from "../contract/answers.ts";
import { entityTag, matchesEntityTag } from "../contract/entity-tag.ts";
import { listJson } from "../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl, TAGS_PATH } from "../contract/links.ts";
import {
	pageCount,
	pageNumber,
	type RequestedPage,
	requestedPage,
} from "../contract/page-number.ts";
import { MAX_TAGS, type Query, searchText, wantedTags } from "../contract/query.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { composedList, type List, tagList } from "./composed.ts";
import { precomputedList } from "./precomputed.ts";

/**
 * The answer to a query, from the file of its page, else composed from the store. Throws DamagedTree,
 * DamagedSearch or TooBroad.
 * @param readsAhead composes the list while its file is looked for: more files, fewer one after another
 */
export async function answerList(
	tree: PublishedTree,
	query: Query,
	conditions: answers.Conditions,
	readsAhead: boolean,
): Promise<answers.Answer> {
	const name = searchText(query);
	const tags = wantedTags(query);
	if (name.includes("\0")) return answers.nullCharacters("name");
	if (tags.some((tag) => tag.includes("\0"))) return answers.nullCharacters("tag");
	if (tags.length > MAX_TAGS) return answers.tooManyTags();
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.invalidPage();
	const { baseUrl } = conditions;
	const compose = (): Promise<List> => composedList(tree, name, tags, baseUrl);
	const ahead = readsAhead ? compose() : undefined;
	// If the file exists, this is never awaited, and its failure does not matter.
	ahead?.catch(() => {});
	const list =
		(tags.length === 0 && (await precomputedList(tree, name, requested, baseUrl))) ||
		(await (ahead ?? compose()));
	return answerWithPage(tree, list, requested, conditions, (base, page) =>
		pageUrl(base, query, page),
	);
}

/** The tags of the catalogue. Throws DamagedTree. */
export async function answerTags(
	tree: PublishedTree,
	{ formats, page }: Query,
	conditions: answers.Conditions,
): Promise<answers.Answer> {
	const requested = requestedPage(page);
	if (requested === undefined) return answers.invalidPage();
	const query = { ...NO_QUERY, formats };
	return answerWithPage(tree, await tagList(tree), requested, conditions, (base, page) =>
		pageUrl(base, query, page, TAGS_PATH),
	);
}

/** @param urlOf the URL of a page under a base URL */
async function answerWithPage(
	{ pointer }: PublishedTree,
	{ count, rows }: List,
	requested: RequestedPage,
	{ baseUrl, encoding, ifNoneMatch }: answers.Conditions,
	urlOf: (baseUrl: string, page: number) => string,
): Promise<answers.Answer> {
	const last = pageCount(count);
	const page = pageNumber(requested, last);
	if (page === undefined) return answers.invalidPage();
	const links = neighbours((n) => urlOf(baseUrl, n), page, last);
	const tag = entityTag(pointer.build, urlOf("", page), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(tag, links);
	return answers.found(listJson(count, links, await rows(page)), tag, links);
}
