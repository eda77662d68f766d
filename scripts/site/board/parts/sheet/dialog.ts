/** Opens and closes dialogs. */
import { loadExtrasScript } from "../../data/api.ts";

let isByKey = false;
for (const type of ["keydown", "pointerdown"] as const)
	addEventListener(type, () => (isByKey = type === "keydown"), { capture: true });

/**
 * Opens a dialog with focus on one of its parts. If the dialog was not opened with a key, there is no focus
 * ring on this part, nor on the element that focus returns to: by default, WebKit shows a ring wherever a
 * script moves focus.
 */
export function openDialog(dialog: HTMLDialogElement, part: HTMLElement): void {
	const how = { preventScroll: true, focusVisible: isByKey };
	const opener = document.activeElement;
	if (!dialog.open) {
		const root = document.documentElement;
		if (innerWidth > root.clientWidth) root.classList.add("gutter");
		dialog.showModal();
		if (navigator.maxTouchPoints > 0)
			loadExtrasScript().then(
				({ letSwipe }) => letSwipe(dialog),
				() => {},
			);
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
		// Otherwise the press would move focus, which should return to where it was.
		event.preventDefault();
		dialog.close();
	});
}

/** Whether a dialog covers the page. */
export function isDialogOpen(): boolean {
	return document.querySelector("dialog[open]") !== null;
}
