/** Which tile an arrow key moves to, given where the tiles are on the screen. */

export type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"] as const;
export type MoveKey = (typeof KEYS)[number];

/**
 * The index of the tile that a key moves to; undefined at the edge. Up and down move to the nearest
 * tile of the next row, however many columns the window has room for.
 * @param boxes all tiles, in order
 */
export function neighbour(boxes: readonly Box[], from: number, key: MoveKey): number | undefined {
	if (key === "Home") return 0;
	if (key === "End") return boxes.length - 1;
	if (key === "ArrowLeft") return from > 0 ? from - 1 : undefined;
	if (key === "ArrowRight") return from < boxes.length - 1 ? from + 1 : undefined;
	const start = boxes[from];
	if (start === undefined) return undefined;
	const step = key === "ArrowDown" ? 1 : -1;
	const middle = (box: Box): number => box.left + box.width / 2;
	let best: number | undefined;
	let row: number | undefined;
	let distance = Number.POSITIVE_INFINITY;
	for (let i = from + step; i >= 0 && i < boxes.length; i += step) {
		const box = boxes[i] as Box;
		if (Math.abs(box.top - start.top) < 1) continue;
		row ??= box.top;
		if (Math.abs(box.top - row) >= 1) break;
		const away = Math.abs(middle(box) - middle(start));
		if (away < distance) [best, distance] = [i, away];
	}
	return best;
}

export function isMoveKey(key: string): key is MoveKey {
	return (KEYS as readonly string[]).includes(key);
}
