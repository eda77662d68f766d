/**
 * Arrow keys on the board. The Tab key reaches only one tile at a time (a roving tabindex).
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 */
import { neighbour } from "./neighbour.ts";
import { pushOf, setTabStop } from "./tile.ts";

let stop: Element | undefined;

/** Makes this the tile that the Tab key reaches. */
export function moveTabStop(item: Element): void {
	if (stop !== undefined) setTabStop(stop, false);
	setTabStop(item, true);
	stop = item;
}

export function moveWithArrows(board: HTMLElement): void {
	board.addEventListener("focusin", ({ target }) => {
		const item = (target as Element).closest(".clip");
		if (item !== null && item !== stop) moveTabStop(item);
	});
	board.addEventListener("keydown", (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const items = [...board.querySelectorAll("[data-slug]")];
		const from = items.findIndex((item) => item.contains(event.target as Element));
		const columns = getComputedStyle(board).gridTemplateColumns.split(" ").length;
		const item = items[neighbour(event.key, from, items.length, columns) ?? -1];
		if (item === undefined) return;
		event.preventDefault();
		pushOf(item).focus();
	});
}
