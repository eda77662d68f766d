/** The controls that choose a view, which they and the title show. */

import { loadMatchesScript } from "../../data/api.ts";
import { filesForRequest } from "../../data/files.ts";
import { page } from "../../page/page-elements.ts";
import { HOME, orderIn, type View } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import { setRowStop } from "../keys/arrows.ts";
import { titleOf } from "../messages/outcome.ts";

/** Steps to the view that someone chooses. */
export function connectControls(viewer: Viewer): void {
	page.favourites.addEventListener("click", () =>
		viewer.step({ ...HOME, favourites: !viewer.state.view.favourites }),
	);
	page.order.addEventListener("change", () =>
		viewer.step({ ...viewer.state.view, page: 1, order: orderIn(page.order.value) }),
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
	const { findTag } = page;
	findTag?.addEventListener("change", () => {
		const tag = findTag.value.trim();
		findTag.value = "";
		if (tag !== "") viewer.step(toggled(viewer.state.view, tag));
	});
	findTag?.addEventListener("focus", offerTags, { once: true });
}

/** The view with a tag more, or without it. */
function toggled({ name, tags, order }: View, tag: string): View {
	const chosen = new Set(tags);
	if (!chosen.delete(tag)) chosen.add(tag);
	return { ...HOME, name, order, tags: [...chosen] };
}

/** The row has the most frequent alone. Others can be typed if their names cannot be had. */
async function offerTags(): Promise<void> {
	const list = page.findTag?.list;
	if (list) (await loadMatchesScript()).offerTags(list, filesForRequest());
}

export function showControls(view: View): void {
	page.order.value = view.order;
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
	page.favouriteTools.hidden = !view.favourites;
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
