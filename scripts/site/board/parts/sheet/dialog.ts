/** Opens and closes dialogs. */

/** Lets a press outside a dialog close it, as is usual on phones. */
export function closeFromOutside(dialog: HTMLDialogElement): void {
	dialog.addEventListener("mousedown", (event) => {
		if (event.target !== dialog) return;
		const { left, right, top, bottom } = dialog.getBoundingClientRect();
		const { clientX: x, clientY: y } = event;
		if (x >= left && x <= right && y >= top && y <= bottom) return;
		// Otherwise the press would move the focus, which goes back to where it was.
		event.preventDefault();
		dialog.close();
	});
}

/** Whether a dialog covers the page. */
export function isDialogOpen(): boolean {
	return document.querySelector("dialog[open]") !== null;
}
