/**
 * The edge rule: one function that answers requests for the API and for the pages of clips from
 * published files. Every host's adapter calls it.
 */
import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import * as clipPages from "../contract/clip-page-answers.ts";
import { hasKnownFormat, parseQuery, type Query, searchText } from "../contract/query.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";
import { answerClip, answerClipEmbed, answerClipPage } from "./clip.ts";
import { answerList, answerTags } from "./list.ts";
import { type Route, routeOf } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** What the handler needs of a `Request`, which itself does not allow all methods. */
export interface HandlerRequest {
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
	/** The content coding that the host will apply to answers with an entity tag, such as `br`: part of the tag. */
	readonly encoding?: string | undefined;
}

/** Answers a request for a path that `isHandled` (route.ts). Never throws; reads files only through `asset`. */
type Handler = (request: HandlerRequest, asset: Asset, options?: HandlerOptions) => Promise<Answer>;

/** Answers everything. */
export const handle = /* @__PURE__ */ createHandler(answerFrom);

/**
 * Answers for the API alone: scripts in pages would have to load what makes the pages of clips. Each file
 * is a trip there, so none waits for another without need.
 */
export const handleApi = /* @__PURE__ */ createHandler(apiAnswerFrom);

/** @param answerFrom answers from the files of one build */
function createHandler(answerFrom: typeof apiAnswerFrom): Handler {
	return async (request, asset, options = {}) => {
		const url = new URL(request.url);
		const asked: Asked = { url, route: routeOf(url.pathname), query: parseQuery(url.search) };
		const answer =
			answerWithoutTree(request, asked) ??
			(await fromNewestTree(asset, (tree) =>
				answerFrom(tree, asked, conditionsOf(request, url, options, tree)),
			).catch((error: unknown) => answerToFailure(request, asked, error)));
		const folder = options.baseUrl === undefined ? "/" : new URL(options.baseUrl).pathname;
		const placed = folder === "/" ? answer : answers.inFolder(answer, folder);
		return request.method === "HEAD" ? { ...placed, body: null } : placed;
	};
}

/** Converts an answer for hosts that send a `Response`. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}

/** What the URL of a request says. */
interface Asked {
	readonly url: URL;
	readonly route: Route;
	readonly query: Query;
}

/** What OPTIONS calls them. */
const ENDPOINTS = {
	list: "Instant List",
	tags: "Tag List",
	clip: "Instant Instance",
	embed: "Instant Embed",
} as const;

/** What no published file decides; undefined for the rest. Checks in the order of the reference server. */
function answerWithoutTree(
	{ method, headers }: HandlerRequest,
	{ url, route, query }: Asked,
): Answer | undefined {
	const isRead = method === "GET" || method === "HEAD";
	if (route.kind === "page of a clip") {
		if (!isRead) return clipPages.readOnly();
		return route.hasSlash ? undefined : clipPages.withSlash(route.slug, url.search);
	}
	if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
		return answers.preflight();
	}
	if (route.kind === "nothing" || !hasKnownFormat(query)) return answers.notFound();
	if (method === "OPTIONS") {
		return answers.description(ENDPOINTS[route.kind]);
	}
	return isRead ? undefined : answers.methodNotAllowed(method);
}

/** During a request, new builds may replace the one that it began with, again and again on a busy machine. */
const MAX_BUILDS = 10;

/** Answers from the published build, or from the one that has replaced it in the meantime. */
async function fromNewestTree(
	asset: Asset,
	answerFrom: (tree: PublishedTree) => Promise<Answer>,
): Promise<Answer> {
	let tree = await readTree(asset);
	for (let builds = 1; ; builds++) {
		try {
			return await answerFrom(tree);
		} catch (error) {
			if (!(error instanceof DamagedTree) || builds === MAX_BUILDS) throw error;
			// The same build has the same files, so only another one is worth another try.
			const newest = await readTree(asset);
			if (newest.pointer.build === tree.pointer.build) throw error;
			tree = newest;
		}
	}
}

function conditionsOf(
	{ headers }: HandlerRequest,
	{ origin }: URL,
	{ rebase, baseUrl, encoding }: HandlerOptions,
	{ pointer }: PublishedTree,
): answers.Conditions {
	const own = rebase ? origin : pointer.base_url;
	return { baseUrl: baseUrl ?? own, encoding, ifNoneMatch: headers.get("If-None-Match") };
}

/** Throws DamagedTree, DamagedSearch or TooBroad. */
function answerFrom(
	tree: PublishedTree,
	asked: Asked,
	conditions: answers.Conditions,
): Promise<Answer> {
	const { url, route } = asked;
	if (route.kind === "page of a clip") return answerClipPage(tree, route.slug, url, conditions);
	if (route.kind === "embed") return answerClipEmbed(tree, route.slug, conditions);
	return apiAnswerFrom(tree, asked, conditions, false);
}

/** Throws as `answerFrom` does. */
function apiAnswerFrom(
	tree: PublishedTree,
	{ route, query }: Asked,
	conditions: answers.Conditions,
	readsAhead = true,
): Promise<Answer> {
	if (route.kind === "list") return answerList(tree, query, conditions, readsAhead);
	if (route.kind === "tags") return answerTags(tree, query, conditions);
	return answerClip(tree, route.slug, conditions);
}

function answerToFailure(
	{ method, url }: HandlerRequest,
	{ route, query }: Asked,
	error: unknown,
): Answer {
	if (error instanceof TooBroad) return answers.tooBroad(searchText(query) === "");
	const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
	console.error(
		`instants: ${method} ${url}: ${error instanceof DamagedTree ? error.message : trace}`,
	);
	if (route.kind === "page of a clip") return clipPages.pageUnavailable();
	return error instanceof DamagedSearch ? answers.searchUnavailable() : answers.unavailable();
}
