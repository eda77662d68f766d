/**
 * The edge rule: one function that answers requests for the API and for clip pages from published
 * files. Every host's adapter calls it.
 */
import type { Answer } from "../contract/answers.ts";
import { clipPageRedirect, pageUnavailable, readOnly } from "../contract/clip-page-answers.ts";
import type { Asset } from "../tree/reading.ts";
import {
	type Answering,
	API,
	answerRequest,
	type HandlerOptions,
	type HandlerRequest,
	isRead,
} from "./api.ts";
import { answerClipEmbed, answerClipPage } from "./clip.ts";
import type { Route } from "./route.ts";

/** Answers a request for a path that `isHandled` (route.ts). Never throws; reads files only through `asset`. */
export function handle(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	return answerRequest(request, asset, options, answeringOf);
}

function answeringOf(route: Route): Answering {
	if (route.kind === "embed") {
		return { ...API, fromTree: (tree, _, baseUrl) => answerClipEmbed(tree, route.slug, baseUrl) };
	}
	if (route.kind !== "page of a clip") return API;
	const { slug, hasSlash } = route;
	return {
		withoutTree({ request, url }) {
			if (!isRead(request.method)) return readOnly();
			return hasSlash ? undefined : clipPageRedirect(slug, url.search);
		},
		fromTree: (tree, { url }) => answerClipPage(tree, slug, url),
		unavailable: pageUnavailable,
	};
}
