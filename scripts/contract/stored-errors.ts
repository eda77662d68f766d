/** Error bodies that are published as files, for hosts whose rules can name a file but run no code. */
import { toJson } from "./envelope.ts";
import { SEARCH_INDEX_PATH } from "./paths.ts";

/** Body of a path or format that is not published. */
export const NOT_FOUND_PATH = "/v1/instants/errors/not-found.json";
/** Body of a page that is not there. */
const INVALID_PAGE_PATH = "/v1/instants/errors/invalid-page.json";
/** Body of a search that a host cannot do. */
export const SEARCH_UNAVAILABLE_PATH = "/v1/instants/errors/search-unavailable.json";

/** Every stored error, for a tree at this base URL. */
export function errorBodies(baseUrl: string): { path: string; body: string }[] {
	return [
		{ path: NOT_FOUND_PATH, body: toJson({ detail: "Not found." }) },
		{ path: INVALID_PAGE_PATH, body: toJson({ detail: "Invalid page." }) },
		{
			path: SEARCH_UNAVAILABLE_PATH,
			body: toJson({
				detail: "Search is temporarily unavailable.",
				index: `${baseUrl}${SEARCH_INDEX_PATH}`,
			}),
		},
	];
}
