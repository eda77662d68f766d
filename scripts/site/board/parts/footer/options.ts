/** Shows the end of the page over the board, below which it is hard to reach. */

export function showOptions(dialog: HTMLDialogElement, footer: HTMLElement): void {
	if (dialog.open) return;
	const place = document.createComment("");
	footer.replaceWith(place);
	dialog.prepend(footer);
	dialog.addEventListener("close", () => place.replaceWith(footer), { once: true });
	dialog.showModal();
}
