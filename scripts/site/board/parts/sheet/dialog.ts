/** Opens and closes dialogs. */

let isByKey = false;
for (const type of ["keydown", "pointerdown"] as const)
	addEventListener(type, () => (isByKey = type === "keydown"), { capture: true });

/**
 * Opens a dialog with the focus on one of its parts. Who has opened it without a key sees no ring there, nor where the
 * focus returns to: WebKit shows one wherever a script moves it.
 */
export function openDialog(dialog: HTMLDialogElement, part: HTMLElement): void {
	const how = { preventScroll: true, focusVisible: isByKey };
	const opener = document.activeElement;
	if (!dialog.open) {
		dialog.showModal();
		const leave = (): void => {
			if (how.focusVisible || document.activeElement !== opener) return;
			(opener as HTMLElement).blur();
			(opener as HTMLElement).focus(how);
		};
		dialog.addEventListener("close", leave, { once: true });
	}
	part.focus(how);
}

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

/** How far down a finger moves a dialog that it closes, in CSS pixels. */
const SWIPE = 80;

/** The finger that may be pulling a dialog down, and where it began: at the top of what scrolls. */
let pulled: { readonly dialog: HTMLElement; readonly from: number } | undefined;

addEventListener("touchstart", ({ target, touches: [finger, another] }) => {
	const dialog = (target as Element).closest<HTMLElement>("dialog[open]");
	const isFree = dialog && dialog.scrollTop <= 0 && !(target as Element).closest("input, textarea");
	pulled = isFree && finger && !another ? { dialog, from: finger.clientY } : undefined;
});

addEventListener("touchmove", ({ touches: [finger] }) => {
	if (!pulled || !finger) return;
	pulled.dialog.style.transition = "none";
	pulled.dialog.style.translate = `0 ${Math.max(0, finger.clientY - pulled.from)}px`;
});

for (const type of ["touchend", "touchcancel"] as const)
	addEventListener(type, ({ changedTouches: [finger] }) => {
		if (!pulled || !finger) return;
		const { dialog, from } = pulled;
		pulled = undefined;
		dialog.removeAttribute("style");
		if (type === "touchend" && finger.clientY - from > SWIPE) (dialog as HTMLDialogElement).close();
	});

/** Whether a dialog covers the page. */
export function isDialogOpen(): boolean {
	return document.querySelector("dialog[open]") !== null;
}
