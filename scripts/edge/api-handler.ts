/** Answers API requests from published files, on hosts and in pages. Uses nothing but Web APIs. */
import * as answers from "../contract/answers.ts";
import { hasKnownFormat, parseQuery } from "../contract/query.ts";
import { MalformedIndex } from "../search/posting-list.ts";
import type { Asset } from "../tree/reading.ts";
import {
	type ApiRequest,
	answerFromTree,
	describe,
	type FromTree,
	type HandlerOptions,
} from "./from-tree.ts";
import { instantFromTree } from "./instant-answer.ts";
import { pageFromTree } from "./page-answer.ts";
import { apiRoute } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** Answers a request for any path under `/api/`. Never throws; reads files only through `asset`. */
export async function handleApi(
	request: ApiRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<answers.Answer> {
	const answer = await answerFromTree(apiFromTree(request), request, asset, options).catch(
		(error: unknown) => failureAnswer(request, error),
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
	const isMalformed = error instanceof MalformedIndex;
	console.error(`instants: ${method} ${url}: ${isMalformed ? error.message : describe(error)}`);
	const isSearchAlone = error instanceof DamagedSearch || isMalformed;
	return isSearchAlone ? answers.searchUnavailable() : answers.unavailable();
}

/** Makes its checks in the order of the reference server. */
function apiFromTree({ method, url, headers }: ApiRequest): answers.Answer | FromTree {
	const { pathname, search } = new URL(url);
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
	return slug === undefined ? pageFromTree(query) : instantFromTree(slug);
}
