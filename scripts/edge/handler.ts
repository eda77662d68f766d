/**
 * The edge rule: one function that answers API requests from published files. Every host's adapter
 * calls it, so it uses nothing but Web APIs.
 */
import * as answers from "../contract/answers.ts";
import { pageJson } from "../contract/envelope.ts";
import { pageLinks, pageUrl } from "../contract/links.ts";
import {
	pageCount,
	pageNumber,
	type RequestedPage,
	requestedPage,
} from "../contract/page-number.ts";
import { hasKnownFormat, parseQuery, type Query, searchText } from "../contract/query.ts";
import { MalformedIndex } from "../search/posting-list.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";
import { findPages } from "./pages.ts";
import { rebaseRows } from "./rebase.ts";
import { isInstantsPath } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** What the handler needs of a `Request`, which itself does not allow all methods. */
export interface ApiRequest {
	readonly method: string;
	/** Complete. */
	readonly url: string | URL;
	readonly headers: { get(name: string): string | null };
}

export interface HandlerOptions {
	/** Make links start with the origin of the request, instead of the base URL of the build. */
	readonly rebase?: boolean;
	/** Make links start with this URL, which may have a path but no trailing slash. */
	readonly baseUrl?: string;
	/** The content coding that the host will apply to pages, such as `br`: part of their entity tags. */
	readonly encoding?: string | undefined;
}

/** Answers a request for any path under `/api/`. Never throws; reads files only through `asset`. */
export async function handle(
	request: ApiRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<answers.Answer> {
	const answer = await answerTo(request, asset, options).catch((error: unknown) =>
		failureAnswer(request, error),
	);
	const moved = underFolder(answer, options.baseUrl);
	return request.method === "HEAD" ? { ...moved, body: null } : moved;
}

/** Converts an answer for hosts that send a `Response`. */
export function toResponse({ status, headers, body }: answers.Answer): Response {
	return new Response(body, { status, headers });
}

function underFolder(answer: answers.Answer, baseUrl: string | undefined): answers.Answer {
	const pathname = baseUrl === undefined ? "/" : new URL(baseUrl).pathname;
	return pathname === "/" ? answer : answers.inFolder(answer, pathname);
}

function failureAnswer({ method, url }: ApiRequest, error: unknown): answers.Answer {
	if (error instanceof TooBroad) return answers.tooBroad();
	console.error(`instants: ${method} ${url}: ${describe(error)}`);
	const isSearchAlone = error instanceof DamagedSearch || error instanceof MalformedIndex;
	return isSearchAlone ? answers.searchUnavailable() : answers.unavailable();
}

function describe(error: unknown): string {
	if (error instanceof DamagedTree || error instanceof MalformedIndex) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** During a request, new builds may replace the one that it began with, again and again on a busy machine. */
const MAX_TRIES = 10;

/** Makes its checks in the order of the reference server. */
async function answerTo(
	{ method, url, headers }: ApiRequest,
	asset: Asset,
	options: HandlerOptions,
): Promise<answers.Answer> {
	const { pathname, search, origin } = typeof url === "string" ? new URL(url) : url;
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
	const requested = requestedPage(query.page);
	if (requested === undefined) return answers.invalidPage();

	const answerFrom = (tree: PublishedTree): Promise<answers.Answer> =>
		pageAnswer(tree, name, requested, query, {
			...options,
			baseUrl: options.baseUrl ?? (options.rebase ? origin : tree.pointer.base_url),
			ifNoneMatch: headers.get("If-None-Match"),
		});
	for (let tries = 1; ; tries++) {
		const tree = await readTree(asset);
		try {
			return await answerFrom(tree);
		} catch (error) {
			if (!(error instanceof DamagedTree) || tries === MAX_TRIES) throw error;
		}
	}
}

interface PageOptions extends HandlerOptions {
	readonly baseUrl: string;
	readonly ifNoneMatch: string | null;
}

async function pageAnswer(
	tree: PublishedTree,
	name: string,
	requested: RequestedPage,
	query: Query,
	{ baseUrl, ifNoneMatch, encoding }: PageOptions,
): Promise<answers.Answer> {
	const pages = await findPages(tree, name);
	const last = pageCount(pages.count);
	const page = pageNumber(requested, last);
	if (page === undefined) return answers.invalidPage();
	const links = pageLinks(baseUrl, query, page, last);
	const tag = answers.entityTag(tree.pointer.build, pageUrl("", query, page), encoding);
	if (answers.matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(links, tag);
	const rows = rebaseRows(await pages.rows(page), tree.pointer, baseUrl);
	return answers.pageAnswer(pageJson(pages.count, links, rows), links, tag);
}
