/** Changes of the board that leave what people look at in its place. */
import { page } from "../../page/page-elements.ts";

/** Room for as many clips. */
export function waitingTiles(clips: number): HTMLElement[] {
	return Array.from({ length: clips }, () => {
		const tile = document.createElement("li");
		tile.className = "clip waiting";
		tile.ariaHidden = "true";
		return tile;
	});
}

/** Puts tiles before the others, which stay where they are on the screen. */
export function prepend(tiles: readonly HTMLElement[]): void {
	const [top] = page.board.children;
	const before = top?.getBoundingClientRect().top ?? 0;
	page.board.prepend(...tiles);
	scrollBy(0, (top?.getBoundingClientRect().top ?? 0) - before);
	tiles.at(-1)?.querySelector("button")?.focus({ preventScroll: true });
}
