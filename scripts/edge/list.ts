/** Answers with a page of the listing or of a search: from the file of that page, else composed from the store. */
import * as answers from "../contract/answers.ts";
import { entityTag, matchesEntityTag } from "../contract/entity-tag.ts";
import { listJson } from "../contract/envelope.ts";
import { pageLinks, pageUrl } from "../contract/links.ts";
import { pageCount, pageNumber, requestedPage } from "../contract/page-number.ts";
import { type Query, searchText } from "../contract/query.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { composedList, type List } from "./composed.ts";
import { precomputedList } from "./precomputed.ts";

/**
 * The answer to a query. Throws DamagedTree, DamagedSearch, MalformedIndex or TooBroad.
 * @param readsAhead composes the list while its file is looked for: more files, fewer one after another
 */
export async function answerList(
	tree: PublishedTree,
	query: Query,
	{ baseUrl, encoding, ifNoneMatch }: answers.Conditions,
	readsAhead: boolean,
): Promise<answers.Answer> {
	const name = searchText(query);
	if (name.includes("\0")) return answers.nullCharacters();
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.invalidPage();
	const compose = (): Promise<List> => composedList(tree, name, baseUrl);
	const ahead = readsAhead ? compose() : undefined;
	// Where the file is there, nobody waits for this.
	ahead?.catch(() => {});
	const list =
		(await precomputedList(tree, name, requested, baseUrl)) ?? (await (ahead ?? compose()));
	const last = pageCount(list.count);
	const page = pageNumber(requested, last);
	if (page === undefined) return answers.invalidPage();
	const links = pageLinks(baseUrl, query, page, last);
	const tag = entityTag(tree.pointer.build, pageUrl("", query, page), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.listNotModified(links, tag);
	return answers.listAnswer(listJson(list.count, links, await list.rows(page)), links, tag);
}
