/** The controls that choose a view, and tiles or a list. */

import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";
import { HOME, type View } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import { titleOf } from "../messages/outcome.ts";
import { showChips } from "./chips.ts";

/** Shows the view that someone chooses. */
export function connectControls(viewer: Viewer): void {
	page.favourites.addEventListener("click", () =>
		viewer.step({ ...HOME, favourites: !viewer.state.view.favourites }),
	);
	document.addEventListener("click", (event) => {
		const chip = (event.target as Element).closest<HTMLElement>("[data-tag]");
		if (chip === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		page.sheet.close();
		const tag = chip.dataset.tag ?? "";
		if (page.tags.contains(chip)) viewer.step(toggled(viewer.state.view, tag));
		else viewer.step({ ...HOME, tags: [tag] });
	});
}

/** The view with the tag added, or removed if it had it. */
function toggled({ name, tags }: View, tag: string): View {
	const chosen = new Set(tags);
	if (!chosen.delete(tag)) chosen.add(tag);
	return { ...HOME, name, tags: [...chosen] };
}

export function showControls(view: View): void {
	showChips(view);
	page.favourites.ariaPressed = String(view.favourites);
	document.title = titleOf(view);
}

const STORED_AS = "layout";

export function connectLayout(): void {
	const { board, layout } = page;
	const kept = recall(STORED_AS);
	if (kept === "list" || kept === "tiles") board.classList.toggle("list", kept === "list");
	layout.value = board.classList.contains("list") ? "list" : "tiles";
	layout.addEventListener("change", () => {
		board.classList.toggle("list", layout.value === "list");
		remember(STORED_AS, layout.value);
	});
}
