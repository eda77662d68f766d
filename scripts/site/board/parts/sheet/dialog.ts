/** What all dialogs of the page have in common, and the one with what stands at the end of the page. */
import { page } from "../../page/page-elements.ts";

/** A press beside a dialog closes it, as everywhere on phones. */
export function closeFromOutside(dialog: HTMLDialogElement): void {
	dialog.addEventListener("pointerdown", (event) => {
		if (event.target !== dialog) return;
		const { left, right, top, bottom } = dialog.getBoundingClientRect();
		const { clientX: x, clientY: y } = event;
		if (x < left || x > right || y < top || y > bottom) dialog.close();
	});
}

/** Whether a dialog covers the page, whose keys then do nothing. */
export function isDialogOpen(): boolean {
	return document.querySelector("dialog[open]") !== null;
}

/** Shows the footer over the board, below which it is hard to reach. */
export function connectAbout(): void {
	const { about, footer } = page;
	const place = document.createComment("");
	page.showAbout.addEventListener("click", () => {
		footer.replaceWith(place);
		about.prepend(footer);
		about.showModal();
	});
	about.addEventListener("close", () => place.replaceWith(footer));
	closeFromOutside(about);
}
