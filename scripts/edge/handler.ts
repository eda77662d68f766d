/**
 * The edge rule: one function from a request to an answer, with Web APIs only. Every host's adapter
 * and the preview call it; it finds the answer among the files that the build wrote.
 */
import * as answers from "../contract/answers.ts";
import { entityTag, matchesEntityTag } from "../contract/conditional.ts";
import { pageJson } from "../contract/envelope.ts";
import { pageLinks, pageUrl } from "../contract/links.ts";
import { pageCount, pageNumber } from "../contract/page-number.ts";
import { hasKnownFormat, parseQuery, type Query, searchText } from "../contract/query.ts";
import { MalformedIndex } from "../search/posting-list.ts";
import { findPages, type Pages } from "./pages.ts";
import { type Asset, DamagedTree, type PublishedTree, readTree } from "./published-tree.ts";
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
): Promise<Response> {
	const response = inFolderOf(
		options.baseUrl,
		await answerTo(request, asset, options).catch((error: unknown) =>
			failureAnswer(request, error),
		),
	);
	if (request.method !== "HEAD") return response;
	return new Response(null, { status: response.status, headers: response.headers });
}

function inFolderOf(baseUrl: string | undefined, response: Response): Response {
	const { pathname } = new URL(baseUrl ?? "http://root");
	return pathname === "/" ? response : answers.inFolder(response, pathname);
}

function failureAnswer({ method, url }: ApiRequest, error: unknown): Response {
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
): Promise<Response> {
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

	const tree = await readTree(asset);
	const pages = await findPages(tree, name);
	const page = pageNumber(query.page, pageCount(pages.count));
	if (page === undefined) return answers.invalidPage();
	const baseUrl = options.baseUrl ?? (options.rebase ? origin : tree.latest.base_url);
	return pageAnswer(tree, pages, page, query, baseUrl, headers.get("If-None-Match"));
}

async function pageAnswer(
	tree: PublishedTree,
	pages: Pages,
	page: number,
	query: Query,
	baseUrl: string,
	ifNoneMatch: string | null,
): Promise<Response> {
	const links = pageLinks(baseUrl, query, page, pageCount(pages.count));
	const tag = await entityTag(tree.latest.build, pageUrl(baseUrl, query, page));
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(links, tag);
	const stored = atOrigin(await pages.read(page), tree.latest, baseUrl);
	return answers.pageAnswer(pageJson(stored, links), links, tag);
}
