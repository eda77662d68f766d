/**
 * Answers requests for the API from published files. It knows nothing of the pages and oEmbed answers of clips,
 * so that the soundboard need not load their code.
 */
import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import { hasKnownFormat, parseQuery, type Query, searchText } from "../contract/query.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree, type HashCheck } from "../tree/store.ts";
import { answerClip } from "./clip.ts";
import { answerList, answerTags } from "./list.ts";
import { type Route, routeOf } from "./route.ts";
import { DamagedSearch, MAX_READS, TooBroad } from "./search.ts";

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
	/** Checks files in place of Web Crypto, whose jobs for another thread cost more than hashing a small file. */
	readonly hashCheck?: HashCheck | undefined;
}

/** A request, taken apart. */
interface Asked {
	readonly request: HandlerRequest;
	readonly url: URL;
	readonly route: Route;
	readonly query: Query;
}

/** How requests of a kind are answered. */
export interface Answering {
	/** Answers what needs no published file, checking in the reference server's order; undefined otherwise. */
	withoutTree(asked: Asked): Answer | undefined;
	/** Answers from the files of one build. Throws DamagedTree, DamagedSearch or TooBroad. */
	fromTree(tree: PublishedTree, asked: Asked, baseUrl: string): Promise<Answer>;
	/** Answers after a failure. */
	unavailable(error: unknown): Answer;
}

/** Answers a request for the API. Never throws; reads files only through `asset`. */
export function handleApi(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions,
): Promise<Answer> {
	return answerRequest(request, asset, options, () => API);
}

/** Never throws. */
export async function answerRequest(
	request: HandlerRequest,
	asset: Asset,
	{ baseUrl, encoding, hashCheck }: HandlerOptions,
	answeringOf: (route: Route) => Answering,
): Promise<Answer> {
	const { method, headers } = request;
	const url = typeof request.url === "string" ? new URL(request.url) : request.url;
	const route = routeOf(url.pathname);
	const asked = { request, url, route, query: parseQuery(url.search) };
	const answering = answeringOf(route);
	const answer =
		answering.withoutTree(asked) ??
		(await fromNewestTree(asset, hashCheck, (tree) =>
			answering.fromTree(tree, asked, baseUrl ?? tree.pointer.base_url),
		).catch((error: unknown) => answerToFailure(asked, answering, error)));
	const folder = baseUrl === undefined ? "/" : new URL(baseUrl).pathname;
	const placed = folder === "/" ? answer : answers.inFolder(answer, folder);
	const sent = answers.unlessKnown(placed, headers.get("If-None-Match"), encoding);
	return method === "HEAD" ? { ...sent, body: null } : sent;
}

/** Converts an answer for hosts that send a `Response`. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}

/** The names of endpoints in answers to OPTIONS. */
const ENDPOINTS: { readonly [kind in Route["kind"]]?: string } = {
	list: "Instant List",
	tags: "Tag List",
	clip: "Instant Instance",
	embed: "Instant Embed",
};

export const API: Answering = {
	withoutTree({ request: { method, headers }, route, query }) {
		if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
			return answers.preflight();
		}
		const endpoint = ENDPOINTS[route.kind];
		if (endpoint === undefined || !hasKnownFormat(query)) return answers.notFound();
		if (method === "OPTIONS") return answers.description(endpoint);
		return isRead(method) ? undefined : answers.methodNotAllowed(method);
	},
	async fromTree(tree, { route, query }, baseUrl) {
		if (route.kind === "tags") return answerTags(tree, query, baseUrl);
		if (route.kind === "clip") return answerClip(tree, route.slug, baseUrl);
		return answerList(tree, query, baseUrl);
	},
	unavailable: (error) =>
		error instanceof DamagedSearch ? answers.searchUnavailable() : answers.unavailable(),
};

export function isRead(method: string): boolean {
	return method === "GET" || method === "HEAD";
}

/**
 * Answers from the published build, or from the one that has replaced it in the meantime. On a busy machine, one
 * new build after another may do so, until the request has read all the files that one may.
 */
async function fromNewestTree(
	asset: Asset,
	hashCheck: HandlerOptions["hashCheck"],
	answer: (tree: PublishedTree) => Promise<Answer>,
): Promise<Answer> {
	let reads = 0;
	const counted: Asset = async (path) => {
		if (++reads > MAX_READS) throw new DamagedTree(`${path} is one file too many`);
		return asset(path);
	};
	const tried = new Set<string>();
	for (let damage: unknown; ; ) {
		const tree = await readTree(counted, hashCheck);
		const { build } = tree.pointer;
		// Reading the same build again would find the same files, so only another build is worth a try.
		if (tried.has(build)) throw damage;
		tried.add(build);
		try {
			return await answer(tree);
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			damage = error;
		}
	}
}

function answerToFailure({ request, query }: Asked, answering: Answering, error: unknown): Answer {
	if (error instanceof TooBroad) return answers.tooBroad(searchText(query) === "");
	const what = error instanceof DamagedTree ? error.message : Object(error).stack;
	console.error(`instants: ${request.method} ${request.url}: ${what}`);
	return answering.unavailable(error);
}
