/** Arrow keys move in the direction they show, on a board of any width. */
import { expect, test } from "vitest";
import { neighbour } from "../../../../../scripts/site/board/parts/keys/neighbour.ts";

/** On two rows of three tiles, and one of two. */
test.each([
	["ArrowRight", 0, 1],
	["ArrowRight", 2, 3],
	["ArrowRight", 7, 7],
	["ArrowLeft", 3, 2],
	["ArrowLeft", 0, 0],
	["ArrowDown", 1, 4],
	["ArrowDown", 3, 6],
	["ArrowDown", 5, 7],
	["ArrowDown", 6, 6],
	["ArrowUp", 7, 4],
	["ArrowUp", 1, 1],
	["Home", 5, 0],
	["End", 0, 7],
	["Enter", 0, undefined],
])("%s moves from %i to %s", (key, from, to) => {
	expect(neighbour(key, from, 8, 3)).toBe(to);
});

test("in a single column or row, the arrows across it stay", () => {
	expect([neighbour("ArrowDown", 0, 2, 1), neighbour("ArrowUp", 1, 2, 1)]).toEqual([1, 0]);
	expect([neighbour("ArrowDown", 1, 3, 5), neighbour("ArrowUp", 1, 3, 5)]).toEqual([1, 1]);
});
