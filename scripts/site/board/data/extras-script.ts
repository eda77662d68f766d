/** What the first view does without: marks in tiles, and what a search may have meant. */
export { markChips, markTiles } from "../parts/tile/marks.ts";
export { lesserSearches } from "./lesser-searches.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
