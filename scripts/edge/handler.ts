/**
 * The edge rule: one function that answers requests for the API and for clip pages from published
 * files. Every host's adapter calls it.
 */
import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import { hasKnownFormat } from "../contract/query.ts";
import { clipPageRedirect, PAGE_UNAVAILABLE, READ_ONLY } from "../pages/page-answers.ts";
import type { Asset } from "../tree/reading.ts";
import {
	type Asked,
	answerFromFiles,
	type FromTree,
	type HandlerOptions,
	type HandlerRequest,
	parseRequest,
} from "./api.ts";
import { answerClip, answerClipEmbed, answerClipPage } from "./clip.ts";
import { answerList, answerTags } from "./list.ts";

/**
 * Answers a request for a path that `isHandled` (route.ts) accepts. Never throws; reads files only through
 * `asset`.
 */
export async function handle(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	const asked = parseRequest(request);
	const unavailable = asked.route.kind === "page of a clip" ? PAGE_UNAVAILABLE : undefined;
	const answer =
		withoutFiles(asked) ?? (await answerFromFiles(asked, asset, options, fromTree, unavailable));
	return finish(answer, request, options);
}

/** The names of endpoints in answers to OPTIONS. */
const ENDPOINTS = {
	list: "Instant List",
	tags: "Tag List",
	clip: "Instant Instance",
	embed: "Instant Embed",
} as const;

/**
 * Answers a request that needs no published file; undefined for other requests. The checks are in the same order
 * as in the reference server.
 */
function withoutFiles({ request, url, route, query }: Asked): Answer | undefined {
	const { method, headers } = request;
	const isRead = method === "GET" || method === "HEAD";
	if (route.kind === "page of a clip") {
		if (!isRead) return READ_ONLY;
		return route.hasSlash ? undefined : clipPageRedirect(route.slug, url.search);
	}
	if (method === "OPTIONS" && headers.get("Access-Control-Request-Method") !== null) {
		return answers.PREFLIGHT;
	}
	if (route.kind === "nothing" || !hasKnownFormat(query)) return answers.NOT_FOUND;
	if (method === "OPTIONS") return answers.description(ENDPOINTS[route.kind]);
	return isRead ? undefined : answers.methodNotAllowed(method);
}

const fromTree: FromTree = async (tree, { route, query, url }, baseUrl) => {
	switch (route.kind) {
		case "list":
			return answerList(tree, query, baseUrl);
		case "tags":
			return answerTags(tree, query, baseUrl);
		case "clip":
			return answerClip(tree, route.slug, baseUrl);
		case "embed":
			return answerClipEmbed(tree, route.slug, baseUrl);
		case "page of a clip":
			return answerClipPage(tree, route.slug, url);
		case "nothing":
			return answers.NOT_FOUND;
	}
};

/** The last steps for all answers: adds the site's folder, and handles conditional requests and HEAD. */
function finish(
	answer: Answer,
	{ method, headers }: HandlerRequest,
	{ baseUrl, encoding }: HandlerOptions,
): Answer {
	const folder = baseUrl === undefined ? "/" : new URL(baseUrl).pathname;
	const placed = folder === "/" ? answer : answers.inFolder(answer, folder);
	const sent = answers.unlessKnown(placed, headers.get("If-None-Match"), encoding);
	return method === "HEAD" ? { ...sent, body: null } : sent;
}
