/** Shows in the controls and in the title which view it is. */
import { titleOf } from "./outcome.ts";
import { page } from "./page-elements.ts";
import type { View } from "./url.ts";

export function showControls(view: View): void {
	page.order.value = view.order;
	page.favourites.ariaPressed = String(view.favourites);
	page.favouriteTools.hidden = !view.favourites;
	document.title = titleOf(view);
}
