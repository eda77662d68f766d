/** The row of tags. Those that someone begins to type come first. */
import { page } from "../../page/page-elements.ts";
import type { View } from "../../state/view.ts";
import { setRowStop } from "../keys/arrows.ts";

/** The chips in the HTML, most clips first. Those that are made later are put before them. */
const chips = [...page.tags.querySelectorAll<HTMLElement>("[data-tag]")];

/** The tag without case and accents. */
function folded(tag: string): string {
	return tag.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const tagOf = ({ dataset }: HTMLElement): string => dataset.tag ?? "";

function chipsBegunBy(typed: string): HTMLElement[] {
	const begun = folded(typed.trim());
	return begun === "" ? [] : chips.filter((chip) => folded(tagOf(chip)).startsWith(begun));
}

/** A tag that begins with what is typed, unless it is chosen. */
export function tagBegunIn({ name, tags }: View): string | undefined {
	return chipsBegunBy(name)
		.map(tagOf)
		.find((tag) => !tags.includes(tag));
}

export function showChips({ name, tags, favourites }: View): void {
	for (const tag of tags)
		if (!chips.some((chip) => tagOf(chip) === tag)) chips.unshift(chipFor(tag));
	const sorted = new Set([...chipsBegunBy(name), ...chips]);
	const items = Array.from(sorted, ({ parentElement }) => parentElement as Element);
	if (items.some((item, i) => item !== page.tags.children[i])) {
		page.tags.replaceChildren(...items);
		page.tags.scrollLeft = 0;
	}
	for (const chip of chips) {
		const isChosen = tags.includes(tagOf(chip));
		chip.ariaPressed = String(isChosen);
		if (isChosen) chip.scrollIntoView({ block: "nearest", inline: "nearest" });
	}
	setRowStop(page.tags);
	// They lead away from the favourites.
	page.tags.hidden = favourites;
}

/** A chip for a tag that is not among those in the HTML. */
function chipFor(tag: string): HTMLElement {
	const chip = document.createElement("button");
	chip.dir = "auto";
	chip.dataset.tag = tag;
	chip.textContent = tag;
	document.createElement("li").append(chip);
	return chip;
}
