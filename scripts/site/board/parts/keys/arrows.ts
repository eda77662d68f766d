/** Moves the keyboard focus: by arrow keys, and to a neighbour when the focused element disappears. */

import { page } from "../../page/page-elements.ts";
import { clipOf, pushOf, setTabStop, viewsOf } from "../tile/tile.ts";
import { neighbour } from "./neighbour.ts";

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
		const items = [...board.querySelectorAll("[data-slug]")];
		const columns = getComputedStyle(board).gridTemplateColumns.split(" ").length;
		const item = reached(event, items, columns);
		if (item !== undefined) pushOf(item).focus();
	});
}

/** Moves the focus in the same way among buttons in one row. */
export function moveInRow(row: HTMLElement): void {
	row.addEventListener("focusin", ({ target }) => setRowStop(row, target as Element));
	row.addEventListener("keydown", (event) => {
		const buttons = buttonsIn(row);
		reached(event, buttons, buttons.length)?.focus();
	});
}

/** Makes one button of a row the one that the Tab key reaches: by default, the first that is pressed. */
export function setRowStop(row: HTMLElement, wanted?: Element): void {
	const buttons = buttonsIn(row);
	const isWanted = (button: Element): boolean =>
		wanted === undefined ? button.ariaPressed === "true" : button === wanted;
	const stop = buttons.find(isWanted) ?? buttons[0];
	for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function buttonsIn(row: HTMLElement): HTMLButtonElement[] {
	return [...row.querySelectorAll("button")];
}

/** The item that a key moves to. The key then does nothing else. */
function reached<T extends Element>(
	event: KeyboardEvent,
	items: readonly T[],
	columns: number,
): T | undefined {
	if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
	const from = items.findIndex((item) => item.contains(event.target as Element));
	const item =
		items[(from < 0 ? undefined : neighbour(event.key, from, items.length, columns)) ?? -1];
	if (item !== undefined) event.preventDefault();
	return item;
}

export function keepFocus(): void {
	let focused: Element | undefined;
	document.addEventListener("focusin", ({ target }) => {
		focused = target as Element;
	});
	new MutationObserver(() => {
		if (focused !== undefined && !isReachable(focused))
			successorOf(focused).focus({ preventScroll: true });
	}).observe(document.body, {
		subtree: true,
		childList: true,
		attributeFilter: ["hidden", "disabled"],
	});
}

function isReachable(element: Element): boolean {
	// What moves out is still drawn for a moment.
	return element.getClientRects().length > 0 && !element.matches(":disabled, [hidden] *");
}

function successorOf(gone: Element): HTMLElement {
	if (gone.closest(".voice") !== null) {
		const left = page.voices.querySelector<HTMLElement>(".silence");
		const views = viewsOf(clipOf(gone)?.slug ?? "");
		const face = views.find((view) => view.matches(".clip, .featured .card"));
		if (left !== null && isReachable(left)) return left;
		if (face !== undefined) return pushOf(face);
	}
	const tiles = [...page.board.querySelectorAll("[data-slug]")];
	const tile = gone === page.more ? tiles.at(-1) : (tiles.find(isTabStop) ?? tiles[0]);
	if (tile !== undefined) return pushOf(tile);
	// Not the search: on a phone, its keyboard would cover the page.
	return isReachable(page.messageAction) ? page.messageAction : page.favourites;
}

function isTabStop(item: Element): boolean {
	return pushOf(item).tabIndex === 0;
}
