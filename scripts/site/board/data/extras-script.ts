/** What the first view does without: marks in tiles, and what a search may have meant. */

export { markChips, markTiles } from "./marks.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
