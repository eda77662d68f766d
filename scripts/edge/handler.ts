/**
 * The edge rule: one function that answers requests for the API and for the pages of clips from
 * published files. Every host's adapter calls it.
 */
import type { Answer } from "../contract/answers.ts";
import { pageUnavailable } from "../contract/page-answers.ts";
import type { Asset } from "../tree/reading.ts";
import { handleApi } from "./api-handler.ts";
import { clipPageFromTree } from "./clip-page-answer.ts";
import { type ApiRequest, answerFromTree, describe, type HandlerOptions } from "./from-tree.ts";
import { isPagePath } from "./route.ts";

/** Answers a request for any path that `isHandled` (route.ts). Never throws; reads files only through `asset`. */
export async function handle(
	request: ApiRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	const url = new URL(request.url);
	if (!isPagePath(url.pathname)) return handleApi(request, asset, options);
	const answerFrom = clipPageFromTree(request.method, url);
	const answer = await answerFromTree(answerFrom, request, asset, options).catch((error) => {
		console.error(`instants: ${request.method} ${url}: ${describe(error)}`);
		return pageUnavailable();
	});
	return request.method === "HEAD" ? { ...answer, body: null } : answer;
}
