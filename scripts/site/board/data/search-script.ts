/** The script that searches in the page: where no host answers, and among favourites. */
import type { Answer } from "../../../contract/answers.ts";
import {
	answerFromFiles,
	type HandlerOptions,
	type HandlerRequest,
	parseRequest,
} from "../../../edge/api.ts";
import { answerClip } from "../../../edge/clip.ts";
import { answerList } from "../../../edge/list.ts";
import type { Asset } from "../../../tree/reading.ts";

export { toResponse } from "../../../edge/api.ts";
export { matchesClip, parseSearch } from "../../../search/search-query.ts";

/** Answers a GET request for a page of clips or for one clip. Never throws; reads files only through `asset`. */
export function handleApi(
	request: HandlerRequest,
	asset: Asset,
	options: HandlerOptions = {},
): Promise<Answer> {
	return answerFromFiles(
		parseRequest(request),
		asset,
		options,
		(tree, { route, query }, baseUrl) =>
			route.kind === "list"
				? answerList(tree, query, baseUrl)
				: answerClip(tree, route.slug, baseUrl),
	);
}
