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
	parseRequest,
} from "./api.ts";
import { answerClipPage } from "./clip.ts";
import type { ClipPageRoute } from "./route.ts";

/** Answers a request for a path that `isHandled` (route.ts). Never throws; reads files only through `asset`. */
export function handle(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	const asked = parseRequest(request);
	const { route } = asked;
	const answering = route.kind === "page of a clip" ? clipPages(route) : API;
	return answerRequest(asked, asset, options, answering);
}

function clipPages({ slug, hasSlash }: ClipPageRoute): Answering {
	return {
		withoutTree({ request, url }) {
			if (!isRead(request.method)) return readOnly();
			return hasSlash ? undefined : clipPageRedirect(slug, url.search);
		},
		fromTree: (tree, { url }) => answerClipPage(tree, slug, url),
		unavailable: pageUnavailable,
	};
}
