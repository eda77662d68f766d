/** The controls that choose a view, and tiles or a list. */

import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";
import { HOME, type View } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import { setRowStop } from "../keys/arrows.ts";
import { titleOf } from "../messages/outcome.ts";

/** Steps to the view that someone chooses. */
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

/** The view with a tag more, or without it. */
function toggled({ name, tags }: View, tag: string): View {
	const chosen = new Set(tags);
	if (!chosen.delete(tag)) chosen.add(tag);
	return { ...HOME, name, tags: [...chosen] };
}

export function showControls(view: View): void {
	const chips = [...page.tags.querySelectorAll<HTMLElement>("[data-tag]")];
	for (const tag of view.tags) {
		if (!chips.some(({ dataset }) => dataset.tag === tag)) chips.push(addChip(tag));
	}
	for (const chip of chips) {
		const isChosen = view.tags.includes(chip.dataset.tag ?? "");
		chip.ariaPressed = String(isChosen);
		if (isChosen) chip.scrollIntoView({ block: "nearest", inline: "nearest" });
	}
	setRowStop(page.tags);
	page.favourites.ariaPressed = String(view.favourites);
	// They lead away from the favourites.
	page.tags.hidden = view.favourites;
	document.title = titleOf(view);
}

/** A chip for a tag that is not among those of the page. */
function addChip(tag: string): HTMLElement {
	const item = document.createElement("li");
	const chip = document.createElement("button");
	chip.dir = "auto";
	chip.dataset.tag = tag;
	chip.textContent = tag;
	item.append(chip);
	page.tags.prepend(item);
	return chip;
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
