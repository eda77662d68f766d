/** The script that searches in the page: where no host answers, among favourites, and for typing errors. */
export { handleApi, toResponse } from "../../../edge/api.ts";
export { matchesClip, parseSearch } from "../../../search/search-query.ts";
export { mayBeMistyped, similarNames } from "./similar-names.ts";
