/**
 * Code that the first view can do without: marks in tiles, guesses for searches, the clips of boards, sounds
 * requested before a press, and swipes.
 */

export { letSwipe } from "../page/swipe.ts";
export { clipsCalled } from "./clips-called.ts";
export { markChips, markTiles } from "./marks.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
export { warmAll } from "./warm.ts";
