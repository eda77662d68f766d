/** The controls that choose a view, which they and the title show. */

import { page } from "../../page/page-elements.ts";
import { HOME, orderIn, type View } from "../../state/view.ts";
import { titleOf } from "../messages/outcome.ts";

/** Calls `step` with the view that someone chooses. */
export function connectControls(current: () => View, step: (view: View) => void): void {
	page.favourites.addEventListener("click", () =>
		step({ ...HOME, favourites: !current().favourites }),
	);
	page.order.addEventListener("change", () => {
		const { name, tag } = current();
		step({ ...HOME, name, tag, order: orderIn(page.order.value) });
	});
	document.addEventListener("click", (event) => {
		const chip = (event.target as Element).closest<HTMLElement>("[data-tag]");
		if (chip === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		page.sheet.close();
		const { name, tag, order } = current();
		const chosen = chip.dataset.tag ?? "";
		if (!page.tags.contains(chip)) step({ ...HOME, tag: chosen });
		else step({ ...HOME, name, tag: chosen === tag ? "" : chosen, order });
	});
}

export function showControls(view: View): void {
	page.order.value = view.order;
	for (const chip of page.tags.querySelectorAll<HTMLElement>("[data-tag]")) {
		chip.ariaPressed = String(chip.dataset.tag === view.tag);
	}
	page.favourites.ariaPressed = String(view.favourites);
	page.favouriteTools.hidden = !view.favourites;
	// They lead away from the favourites.
	page.tags.hidden = view.favourites;
	document.title = titleOf(view);
}
