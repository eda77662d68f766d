/** What the first view can do without: marks in tiles, guesses of what a search meant, the clips of boards, sounds before they are pressed, and swipes. */

export { letSwipe } from "../page/swipe.ts";
export { clipsCalled } from "./clips-called.ts";
export { markChips, markTiles } from "./marks.ts";
export { mayBeMistyped, openNames, similarNames } from "./similar-names.ts";
export { warmAll } from "./warm.ts";
