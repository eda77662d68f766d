/** The script that searches in the page: where no host answers, and among favourites. */
export { handleApi, toResponse } from "../../../edge/api.ts";
export { matchesClip, parseSearch } from "../../../search/search-query.ts";
