/** The script for who searches: it marks what names have in common with that, and knows what else might be meant. */
export { markMatches } from "../parts/tile/name-marks.ts";
export { lesserSearches } from "./lesser-searches.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
