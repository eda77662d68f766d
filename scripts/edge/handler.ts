/**
 * The edge rule: one function that answers API requests from published files. Every host's adapter
 * calls it, so it uses nothing but Web APIs.
 */
import * as answers from "../contract/answers.ts";
import { hasKnownFormat, parseQuery } from "../contract/query.ts";
import { MalformedIndex } from "../search/posting-list.ts";
import { type Asset, readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";
import { instantFromTree } from "./instant-answer.ts";
import { pageFromTree } from "./page-answer.ts";
import { apiRoute } from "./route.ts";
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
	const route = apiRoute(pathname);
	if (route === undefined) return answers.notFound();
	const query = parseQuery(search);
	if (!hasKnownFormat(query)) return answers.notFound();
	const { slug } = route;
	if (method === "OPTIONS") {
		return answers.description(slug === undefined ? "Instant List" : "Instant Instance");
	}
	if (method !== "GET" && method !== "HEAD") return answers.methodNotAllowed(method);
	const answerFrom = slug === undefined ? pageFromTree(query) : instantFromTree(slug);
	if (typeof answerFrom !== "function") return answerFrom;
	for (let tries = 1; ; tries++) {
		const tree = await readTree(asset);
		const baseUrl = options.baseUrl ?? (options.rebase ? origin : tree.pointer.base_url);
		const ifNoneMatch = headers.get("If-None-Match");
		try {
			return await answerFrom(tree, { baseUrl, ifNoneMatch, encoding: options.encoding });
		} catch (error) {
			if (!(error instanceof DamagedTree) || tries === MAX_TRIES) throw error;
		}
	}
}
