/** What the first view can do without: marks in tiles, and guesses of what a search meant. */

export { markChips, markTiles } from "./marks.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
