/**
 * Keeps the keyboard's place: when what has the focus goes away, something close by gets it, and not
 * the whole page, from where Tab starts at the top. https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-rule
 */
import { page } from "../../page/page-elements.ts";
import { pushOf } from "../tile/tile.ts";

export function keepFocus(): void {
	let focused: Element | undefined;
	document.addEventListener("focusin", ({ target }) => {
		focused = target as Element;
	});
	new MutationObserver(() => {
		if (focused === undefined || isReachable(focused)) return;
		const { activeElement } = document;
		// It has gone to something else already.
		if (activeElement !== null && activeElement !== document.body && isReachable(activeElement))
			return;
		successorOf(focused).focus({ preventScroll: true });
	}).observe(document.body, {
		subtree: true,
		childList: true,
		attributeFilter: ["hidden", "disabled"],
	});
}

function isReachable(element: Element): boolean {
	return element.getClientRects().length > 0 && !element.matches(":disabled");
}

function successorOf(gone: Element): HTMLElement {
	const tiles = [...page.board.querySelectorAll("[data-slug]")];
	const tile = gone === page.more ? tiles.at(-1) : (tiles.find(isTabStop) ?? tiles[0]);
	if (tile !== undefined) return pushOf(tile);
	// Not the search: on a phone, its keyboard would cover the page.
	return isReachable(page.messageAction) ? page.messageAction : page.favourites;
}

function isTabStop(item: Element): boolean {
	return pushOf(item).tabIndex === 0;
}
