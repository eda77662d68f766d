/**
 * Arrow keys on the board. The Tab key reaches only one tile at a time (a roving tabindex).
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 */
import { isMoveKey, neighbour } from "./neighbour.ts";
import { pushOf, setTabStop } from "./tile.ts";

let stop: Element | undefined;

/** Makes this the tile that the Tab key reaches. */
export function moveTabStop(item: Element): void {
	if (stop !== undefined) setTabStop(stop, false);
	setTabStop(item, true);
	stop = item;
}

/** Makes the arrow keys move between tiles. */
export function moveWithArrows(board: HTMLElement): void {
	board.addEventListener("focusin", ({ target }) => {
		const item = (target as Element).closest(".clip");
		if (item !== null && item !== stop) moveTabStop(item);
	});
	board.addEventListener("keydown", (event) => {
		const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
		if (!isMoveKey(key) || altKey || ctrlKey || metaKey || shiftKey) return;
		const items = [...board.children];
		const from = items.findIndex((item) => item.contains(event.target as Element));
		const to = neighbour(
			items.map((item) => item.getBoundingClientRect()),
			from,
			key,
		);
		event.preventDefault();
		const item = to === undefined ? undefined : items[to];
		if (item !== undefined) pushOf(item).focus();
	});
}
