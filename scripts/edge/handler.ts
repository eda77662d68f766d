/**
 * The edge rule: one function that answers requests for the API and for clip pages from published
 * files. Every host's adapter calls it.
 */
import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import { clipPageRedirect, pageUnavailable, readOnly } from "../contract/clip-page-answers.ts";
import { hasKnownFormat, parseQuery, type Query } from "../contract/query.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";
import { answerClip, answerClipEmbed, answerClipPage } from "./clip.ts";
import { answerList, answerTags } from "./list.ts";
import { type Route, routeOf } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** The part of a `Request` that the handler reads. `Request` itself refuses some methods. */
export interface HandlerRequest {
	readonly method: string;
	/** Complete. */
	readonly url: string | URL;
	readonly headers: { get(name: string): string | null };
}

export interface HandlerOptions {
	/** Links start with it; by default the base URL of the build. It may have a path, but no trailing slash. */
	readonly baseUrl?: string | undefined;
	/** The content coding that the host will apply to answers with an entity tag, such as `br`: part of the tag. */
	readonly encoding?: string | undefined;
}

/** Answers a request for a path that `isHandled` (route.ts). Never throws; reads files only through `asset`. */
export function handle(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	return answerTo(request, asset, { ...options, pages: CLIP_PAGES });
}

/** Like `handle`, without the pages and oEmbed answers of clips, so that the soundboard need not load their code. */
export function handleApi(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	return answerTo(request, asset, options);
}

const CLIP_PAGES = { answerClipEmbed, answerClipPage, pageUnavailable, readOnly, clipPageRedirect };

interface AnswerOptions extends HandlerOptions {
	readonly pages?: typeof CLIP_PAGES;
}

async function answerTo(
	request: HandlerRequest,
	asset: Asset,
	options: AnswerOptions,
): Promise<Answer> {
	const url = new URL(request.url);
	const asked: Asked = { url, route: routeOf(url.pathname), query: parseQuery(url.search) };
	const answer =
		answerWithoutTree(request, asked, options) ??
		(await fromNewestTree(asset, (tree) => answerFromTree(tree, asked, options)).catch(
			(error: unknown) => answerToFailure(request, asked, options, error),
		));
	const folder = options.baseUrl === undefined ? "/" : new URL(options.baseUrl).pathname;
	const placed = folder === "/" ? answer : answers.inFolder(answer, folder);
	const sent = answers.unlessKnown(placed, request.headers.get("If-None-Match"), options.encoding);
	return request.method === "HEAD" ? { ...sent, body: null } : sent;
}

/** Converts an answer for hosts that send a `Response`. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}

/** A request's URL, taken apart. */
interface Asked {
	readonly url: URL;
	readonly route: Route;
	readonly query: Query;
}

/** Their names in answers to OPTIONS. */
const ENDPOINTS = {
	list: "Instant List",
	tags: "Tag List",
	clip: "Instant Instance",
	embed: "Instant Embed",
} as const;

/** Answers what needs no published file, checking in the reference server's order; undefined otherwise. */
function answerWithoutTree(
	{ method, headers }: HandlerRequest,
	{ url, route, query }: Asked,
	{ pages }: AnswerOptions,
): Answer | undefined {
	const isRead = method === "GET" || method === "HEAD";
	if (route.kind === "page of a clip") {
		if (pages === undefined) return answers.notFound();
		if (!isRead) return pages.readOnly();
		return route.hasSlash ? undefined : pages.clipPageRedirect(route.slug, url.search);
	}
	if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
		return answers.preflight();
	}
	if (route.kind === "nothing" || !hasKnownFormat(query)) return answers.notFound();
	if (method === "OPTIONS") return answers.description(ENDPOINTS[route.kind]);
	return isRead ? undefined : answers.methodNotAllowed(method);
}

/** On a busy machine, one new build after another may be published during a request. */
const MAX_BUILDS = 10;

/** Answers from the published build, or from the one that has replaced it in the meantime. */
async function fromNewestTree(
	asset: Asset,
	answer: (tree: PublishedTree) => Promise<Answer>,
): Promise<Answer> {
	const tried = new Set<string>();
	for (let damage: unknown; ; ) {
		const tree = await readTree(asset);
		const { build } = tree.pointer;
		// A build has the same files whenever it is tried, so only another one is worth another try.
		if (tried.has(build) || tried.size === MAX_BUILDS) throw damage;
		tried.add(build);
		try {
			return await answer(tree);
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			damage = error;
		}
	}
}

/** Answers from the files of one build. Throws DamagedTree, DamagedSearch or TooBroad. */
async function answerFromTree(
	tree: PublishedTree,
	{ url, route, query }: Asked,
	{ baseUrl = tree.pointer.base_url, pages }: AnswerOptions,
): Promise<Answer> {
	switch (route.kind) {
		case "list":
			return answerList(tree, query, baseUrl);
		case "tags":
			return answerTags(tree, query, baseUrl);
		case "clip":
			return answerClip(tree, route.slug, baseUrl);
		case "embed":
			return pages?.answerClipEmbed(tree, route.slug, baseUrl) ?? answers.notFound();
		case "page of a clip":
			return pages?.answerClipPage(tree, route.slug, url) ?? answers.notFound();
		case "nothing":
			return answers.notFound();
	}
}

function answerToFailure(
	{ method, url }: HandlerRequest,
	{ route }: Asked,
	{ pages }: AnswerOptions,
	error: unknown,
): Answer {
	if (error instanceof TooBroad) return answers.tooBroad(error.hasTagsAlone);
	const what = error instanceof DamagedTree ? error.message : (Object(error).stack ?? error);
	console.error(`instants: ${method} ${url}: ${what}`);
	if (route.kind === "page of a clip" && pages) return pages.pageUnavailable();
	return error instanceof DamagedSearch ? answers.searchUnavailable() : answers.unavailable();
}
