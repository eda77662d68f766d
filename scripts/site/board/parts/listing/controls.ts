/** The controls for choosing a view, such as the row of tags, and for switching between tiles and a list. */
import { folded } from "../../data/folded.ts";
import { recall, remember } from "../../page/device.ts";
import { page, within } from "../../page/page-elements.ts";
import { parsed } from "../../page/trusted.ts";
import { HOME, isBoard, type View } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import { setTabStop } from "../keys/arrows.ts";
import { titleOf } from "../messages/outcome.ts";
import { chip } from "./markup.ts";

/** Shows the view that the visitor chooses. */
export function connectControls(viewer: Viewer): void {
	page.favourites.addEventListener("click", () =>
		viewer.step({ ...HOME, favourites: !viewer.state.view.favourites }),
	);
	page.earlier.addEventListener("click", () => viewer.showEarlier());
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

/** The view with the tag added, or removed if the view already had it. */
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

/**
 * The chips in the HTML, beginning with the most frequent tag. Chips that are created later are inserted before
 * them.
 */
const chips = [...page.tags.querySelectorAll<HTMLElement>("[data-tag]")];

const tagOf = ({ dataset }: HTMLElement): string => dataset.tag ?? "";

/** The most frequent tag that begins with the typed text. */
export function tagBegunBy(typed: string): string | undefined {
	return chips.map(tagOf).find((tag) => folded(tag).startsWith(folded(typed)));
}

function showChips(view: View): void {
	const { tags } = view;
	for (const tag of tags)
		if (!chips.some((chip) => tagOf(chip) === tag))
			chips.unshift(within(parsed(chip(tag), HTMLLIElement), "button", HTMLElement));
	const items = chips.map(({ parentElement }) => parentElement as Element);
	if (items.some((item, i) => item !== page.tags.children[i])) {
		page.tags.replaceChildren(...items);
		page.tags.scrollLeft = 0;
	}
	for (const chip of chips) {
		const isChosen = tags.includes(tagOf(chip));
		chip.ariaPressed = String(isChosen);
		if (isChosen) chip.scrollIntoView({ block: "nearest", inline: "nearest" });
	}
	setTabStop(
		page.tags,
		items.find((item) => item.querySelector('[aria-pressed="true"]')) ?? items[0],
	);
	// Tags would lead away from a board.
	page.tags.hidden = isBoard(view);
}

const STORED_AS = "layout";

export function connectOptions(): void {
	const { board, boardKeys, layout } = page;
	boardKeys.checked = recall("board-keys") !== false;
	boardKeys.addEventListener("change", () => remember("board-keys", boardKeys.checked));
	const kept = recall(STORED_AS);
	if (kept === "list" || kept === "tiles") board.classList.toggle("list", kept === "list");
	layout.value = board.classList.contains("list") ? "list" : "tiles";
	layout.addEventListener("change", () => {
		board.classList.toggle("list", layout.value === "list");
		remember(STORED_AS, layout.value);
	});
}
