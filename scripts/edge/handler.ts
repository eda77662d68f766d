/**
 * The edge rule: one function from a request to an answer, with Web APIs only. Every host's adapter
 * and the preview call it; it finds the answer among the files that the build wrote.
 */

import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import { entityTag, matchesEntityTag } from "../contract/conditional.ts";
import { pageLinks, pageUrl } from "../contract/links.ts";
import { askedPage, pageCount, pageNumber } from "../contract/page-number.ts";
import { hasKnownFormat, parseQuery, type Query, searchText } from "../contract/query.ts";
import { MalformedIndex } from "../search/posting-list.ts";
import { type Asset, DamagedTree, type PublishedTree, readTree } from "../tree/reading.ts";
import { findPages, type Pages } from "./pages.ts";
import { atOrigin } from "./rebase.ts";
import { isInstantsPath } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** The part of a `Request` that is looked at, so that any method can be passed on. */
export interface ApiRequest {
	readonly method: string;
	/** Complete URL. */
	readonly url: string;
	readonly headers: { get(name: string): string | null };
}

export interface HandlerOptions {
	/** Answer with links to the origin that was asked, instead of the base URL of the build. */
	readonly rebase?: boolean;
	/** Answer with links under this base URL, which may have a path; no trailing slash. */
	readonly baseUrl?: string;
}

/** Answers a request for any path under `/api/`. Never throws; reads files only through `asset`. */
export async function handle(
	request: ApiRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	const answer = await answerTo(request, asset, options).catch((error: unknown) =>
		failureAnswer(request, error),
	);
	const moved = underFolder(answer, options.baseUrl);
	return request.method === "HEAD" ? { ...moved, body: null } : moved;
}

/** The answer as runtimes with Web APIs send it. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}

function underFolder(answer: Answer, baseUrl: string | undefined): Answer {
	const pathname = baseUrl === undefined ? "/" : new URL(baseUrl).pathname;
	return pathname === "/" ? answer : answers.inFolder(answer, pathname);
}

function failureAnswer({ method, url }: ApiRequest, error: unknown): Answer {
	if (error instanceof TooBroad) return answers.tooBroad();
	console.error(`instants: ${method} ${url}: ${describe(error)}`);
	const isSearchAlone = error instanceof DamagedSearch || error instanceof MalformedIndex;
	return isSearchAlone ? answers.searchUnavailable() : answers.unavailable();
}

function describe(error: unknown): string {
	if (error instanceof DamagedTree || error instanceof MalformedIndex) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The checks come in the order in which the reference server makes them. */
async function answerTo(
	{ method, url, headers }: ApiRequest,
	asset: Asset,
	options: HandlerOptions,
): Promise<Answer> {
	const { pathname, search, origin } = new URL(url);
	if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
		return answers.preflight();
	}
	if (!isInstantsPath(pathname)) return answers.notFound();
	const query = parseQuery(search);
	if (!hasKnownFormat(query)) return answers.notFound();
	if (method === "OPTIONS") return answers.description();
	if (method !== "GET" && method !== "HEAD") return answers.methodNotAllowed(method);
	const name = searchText(query);
	if (name.includes("\0")) return answers.nullCharacters();
	const asked = askedPage(query.page);
	if (asked === undefined) return answers.invalidPage();

	const tree = await readTree(asset);
	const pages = await findPages(tree, name, asked);
	const page = pageNumber(asked, pageCount(pages.count));
	if (page === undefined) return answers.invalidPage();
	const baseUrl = options.baseUrl ?? (options.rebase ? origin : tree.pointer.base_url);
	return pageAnswer(tree, pages, page, query, baseUrl, headers.get("If-None-Match"));
}

async function pageAnswer(
	tree: PublishedTree,
	pages: Pages,
	page: number,
	query: Query,
	baseUrl: string,
	ifNoneMatch: string | null,
): Promise<Answer> {
	const links = pageLinks(baseUrl, query, page, pageCount(pages.count));
	const tag = entityTag(tree.pointer.build, pageUrl("", query, page));
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(links, tag);
	const shown = atOrigin(await pages.read(page), tree.pointer, baseUrl);
	return answers.pageAnswer(shown.withLinks(links), links, tag);
}
