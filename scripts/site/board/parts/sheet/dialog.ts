/** Opens and closes dialogs. */
import { loadExtrasScript } from "../../data/api.ts";

let isByKey = false;
for (const type of ["keydown", "pointerdown"] as const) {
	const begin = (): void => {
		isByKey = type === "keydown";
		document.querySelector<HTMLDialogElement>(".leaving[open]")?.close();
	};
	addEventListener(type, begin, { capture: true });
}

/**
 * Opens a dialog with focus on one of its parts. If the dialog was not opened with a key, there is no focus
 * ring on this part, nor on the element that focus returns to: by default, WebKit shows a ring wherever a
 * script moves focus.
 */
export function openDialog(dialog: HTMLDialogElement, part: HTMLElement): void {
	const how = { preventScroll: true, focusVisible: isByKey };
	const opener = document.activeElement;
	dialog.classList.remove("leaving");
	if (!dialog.open) {
		const root = document.documentElement;
		if (innerWidth > root.clientWidth) root.classList.add("gutter");
		dialog.showModal();
		if (navigator.maxTouchPoints > 0)
			loadExtrasScript().then(
				({ letSwipe }) => letSwipe(dialog, leave),
				() => {},
			);
		dialog.addEventListener(
			"close",
			() => {
				if (how.focusVisible || document.activeElement !== opener) return;
				(opener as HTMLElement).blur();
				(opener as HTMLElement).focus(how);
			},
			{ once: true },
		);
	}
	part.focus(how);
}

/**
 * Closes a dialog after it has faded out, or at the next press: keys and touches then reach the page. Closing
 * makes browsers restyle the whole page, which is no longer inert: slow devices would show no response until then.
 */
function leave(dialog: HTMLDialogElement): void {
	dialog.classList.add("leaving");
	(document.activeElement as HTMLElement).blur();
	Promise.allSettled(dialog.getAnimations().map((fading) => fading.finished)).then(() => {
		// It may have been opened again.
		if (dialog.classList.contains("leaving")) dialog.close();
	});
}

/** Connects the ways to close a dialog: its button, the Escape key, and as is usual on phones, a press outside it. */
export function connectDialog(dialog: HTMLDialogElement): void {
	const close = (event: Event): void => {
		// Otherwise, a press outside would move focus, which should return to where it was.
		event.preventDefault();
		leave(dialog);
	};
	dialog.oncancel = close;
	dialog.onsubmit = close;
	dialog.onmousedown = (event) => {
		// A press that has just closed the dialog is not one outside it.
		if (event.target !== dialog || !dialog.open) return;
		const { left, right, top, bottom } = dialog.getBoundingClientRect();
		const { clientX: x, clientY: y } = event;
		if (x < left || x > right || y < top || y > bottom) close(event);
	};
}

/** Whether a dialog covers the page. */
export function isDialogOpen(): boolean {
	return document.querySelector("dialog[open]") !== null;
}
