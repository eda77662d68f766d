/** Error bodies that are published as files, for hosts whose rules can name a file but run no code. */
import { toJson } from "../contract/envelope.ts";
import { SEARCH_INDEX_PATH } from "./paths.ts";

/** Body of a path or format that is not published. */
export const NOT_FOUND_PATH = "/v1/instants/errors/not-found.json";
/** Body of a page that is not there. */
export const INVALID_PAGE_PATH = "/v1/instants/errors/invalid-page.json";
/** Body of a search that a host cannot do. */
export const SEARCH_UNAVAILABLE_PATH = "/v1/instants/errors/search-unavailable.json";

/** Body of a search for a name that a host without code has no pages for. */
export const NOT_PRECOMPUTED_PATH = "/v1/instants/errors/not-precomputed.json";
/** Body of a name with U+0000. */
export const NULL_CHARACTERS_PATH = "/v1/instants/errors/null-characters.json";

/** Every stored error, for a tree at this base URL. */
export function errorBodies(baseUrl: string): { path: string; body: string }[] {
	return [
		{ path: NOT_FOUND_PATH, body: toJson({ detail: "Not found." }) },
		{ path: INVALID_PAGE_PATH, body: toJson({ detail: "Invalid page." }) },
		{
			path: NULL_CHARACTERS_PATH,
			body: toJson({ name: ["Null characters are not allowed."] }),
		},
		{
			path: NOT_PRECOMPUTED_PATH,
			body: toJson({
				detail: "This server answers only single words of the catalogue: search the index instead.",
				index: `${baseUrl}${SEARCH_INDEX_PATH}`,
			}),
		},
		{
			path: SEARCH_UNAVAILABLE_PATH,
			body: toJson({
				detail: "Search is temporarily unavailable.",
				index: `${baseUrl}${SEARCH_INDEX_PATH}`,
			}),
		},
	];
}
