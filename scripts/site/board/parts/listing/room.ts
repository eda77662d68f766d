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

/** The next frame before what is below the board is shown again. */
let frame = 0;

/** Hides what is below the board until it has gone down. */
export function growUnseen(growth: Promise<void>): void {
	page.board.classList.add("growing");
	cancelAnimationFrame(frame);
	growth.finally(() => {
		cancelAnimationFrame(frame);
		// The first frame has the clips.
		frame = requestAnimationFrame(() => {
			frame = requestAnimationFrame(() => page.board.classList.remove("growing"));
		});
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
