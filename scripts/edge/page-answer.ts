/** Answers requests for a page of the listing or of a search. */
import * as answers from "../contract/answers.ts";
import { pageJson } from "../contract/envelope.ts";
import { pageLinks, pageUrl } from "../contract/links.ts";
import { pageCount, pageNumber, requestedPage } from "../contract/page-number.ts";
import { type Query, searchText } from "../contract/query.ts";
import type { FromTree } from "./from-tree.ts";
import { findPages } from "./pages.ts";
import { rebaseRows } from "./rebase.ts";

/** The answer to a query, or how to make it from a tree. */
export function pageFromTree(query: Query): answers.Answer | FromTree {
	const name = searchText(query);
	if (name.includes("\0")) return answers.nullCharacters();
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.invalidPage();
	return async (tree, { baseUrl, ifNoneMatch, encoding }) => {
		const pages = await findPages(tree, name);
		const last = pageCount(pages.count);
		const page = pageNumber(requested, last);
		if (page === undefined) return answers.invalidPage();
		const links = pageLinks(baseUrl, query, page, last);
		const tag = answers.entityTag(tree.pointer.build, pageUrl("", query, page), encoding);
		if (answers.matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(links, tag);
		const rows = rebaseRows(await pages.rows(page), tree.pointer, baseUrl);
		return answers.pageAnswer(pageJson(pages.count, links, rows), links, tag);
	};
}
