/** What the page loads where no host answers: the handler, and what it may need besides. */
export { handleApi, toResponse } from "../../../edge/handler.ts";
export { allMatches, matchesByName, otherMatches, readListing } from "./matches-script.ts";
