/** Moves the keyboard focus: by arrow keys, and to a neighbour when the focused element disappears. */

import { page } from "../../page/page-elements.ts";
import { clipOf, pushOf, viewsOf } from "../tile/tile.ts";
import { neighbour } from "./neighbour.ts";

/** The Tab key reaches the buttons of one item of each list; arrow keys move between items. */
export function moveWithArrows(list: HTMLElement): void {
	list.addEventListener("focusin", ({ target }) => {
		const item = (target as Element).closest("li");
		if (item !== null) setTabStop(list, item);
	});
	list.addEventListener("keydown", (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const { display, gridTemplateColumns } = getComputedStyle(list);
		const { length } = list.children;
		const columns = display === "grid" ? gridTemplateColumns.split(" ").length : length;
		const cells = cellsOf(list, columns);
		const from = cells.findIndex((item) => item?.contains(event.target as Element));
		if (from < 0) return;
		let to = neighbour(event.key, from, cells.length, columns);
		if (to === undefined) return;
		event.preventDefault();
		while (cells[to] === undefined) to += event.key === "ArrowRight" ? 1 : -1;
		cells[to]?.querySelector("button")?.focus();
	});
}

/** The items of a list, with undefined for each missing item of an incomplete row above a heading. */
function cellsOf(list: Element, columns: number): (Element | undefined)[] {
	const cells: (Element | undefined)[] = [];
	for (const item of list.children) {
		if (item.querySelector("button") !== null) cells.push(item);
		else if (item.matches(".heading")) while (cells.length % columns > 0) cells.push(undefined);
	}
	return cells;
}

/** Makes this the item of its list that the Tab key reaches. */
export function setTabStop(list: Element, item: Element | undefined): void {
	for (const button of list.querySelectorAll<HTMLElement>('[tabindex="0"]')) button.tabIndex = -1;
	for (const button of item?.querySelectorAll("button") ?? []) button.tabIndex = 0;
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
	// An element that is sliding out is still drawn for a moment.
	return element.getClientRects().length > 0 && !element.matches(":disabled, [hidden] *");
}

function successorOf(gone: Element): HTMLElement {
	if (gone.closest(".voice") !== null) {
		const left = page.voices.querySelector<HTMLElement>(".silence");
		const views = viewsOf(clipOf(gone)?.slug ?? "");
		const face = views.find((view) => view.matches(".clip, .featured .card"));
		if (left && isReachable(left)) return left;
		if (face) return pushOf(face);
	}
	const pushes = [...page.board.querySelectorAll<HTMLElement>("button.push")];
	const stop = pushes.find(({ tabIndex }) => tabIndex === 0) ?? pushes[0];
	if (stop) return stop;
	// Not the search field: on a phone, the keyboard would cover the page.
	return isReachable(page.messageAction) ? page.messageAction : page.favourites;
}
