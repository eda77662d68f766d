/** Arrow keys move in the direction they show, on a board of any width. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Box, type MoveKey, neighbour } from "../../../scripts/site/soundboard/neighbour.ts";

/** Tiles in this many columns. */
function boxes(count: number, columns: number): Box[] {
	return Array.from({ length: count }, (_, i) => ({
		left: (i % columns) * 100,
		top: Math.floor(i / columns) * 200,
		width: 90,
		height: 190,
	}));
}

/** Eight tiles: two rows of three, and one of two. */
const BOARD = boxes(8, 3);

test.each<[MoveKey, number, number | undefined]>([
	["ArrowRight", 0, 1],
	["ArrowRight", 2, 3],
	["ArrowRight", 7, undefined],
	["ArrowLeft", 3, 2],
	["ArrowLeft", 0, undefined],
	["ArrowDown", 1, 4],
	["ArrowDown", 5, 7],
	["ArrowDown", 6, undefined],
	["ArrowUp", 7, 4],
	["ArrowUp", 1, undefined],
	["Home", 5, 0],
	["End", 0, 7],
])("%s moves from %i to %s", (key, from, to) => {
	expect(neighbour(BOARD, from, key)).toBe(to);
});

describe("on any board", () => {
	const board = fc
		.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }))
		.chain(([count, columns]) =>
			fc.record({
				tiles: fc.constant(boxes(count, columns)),
				columns: fc.constant(columns),
				from: fc.integer({ min: 0, max: count - 1 }),
			}),
		);

	test("Up undoes Down", () => {
		fc.assert(
			fc.property(board, ({ tiles, columns, from }) => {
				const below = neighbour(tiles, from, "ArrowDown");
				if (below !== from + columns) return;
				expect(neighbour(tiles, below, "ArrowUp")).toBe(from);
			}),
		);
	});

	test("Down stays in the column, or moves to the last tile", () => {
		fc.assert(
			fc.property(board, ({ tiles, columns, from }) => {
				const below = neighbour(tiles, from, "ArrowDown");
				const isLastRow = Math.floor(from / columns) === Math.floor((tiles.length - 1) / columns);
				expect(below).toBe(isLastRow ? undefined : Math.min(from + columns, tiles.length - 1));
			}),
		);
	});
});
