/** Lets a finger pull a dialog down, as is usual for what comes from the bottom of a phone. */

/** How far down it closes, in CSS pixels. */
const FAR = 80;

/** Until the dialog closes. */
export function letSwipe(dialog: HTMLDialogElement): void {
	/** Where the finger began, at the top of what scrolls. */
	let from: number | undefined;
	const closed = new AbortController();
	const on = (type: "touchstart" | "touchmove" | "touchend", act: (event: TouchEvent) => void) =>
		dialog.addEventListener(type, act, { signal: closed.signal });
	on("touchstart", ({ target, touches: [finger, another] }) => {
		const isFree = dialog.scrollTop <= 0 && !(target as Element).closest("input, textarea");
		from = isFree && another === undefined ? finger?.clientY : undefined;
	});
	on("touchmove", ({ touches: [finger] }) => {
		if (from === undefined || finger === undefined) return;
		dialog.style.transition = "none";
		dialog.style.translate = `0 ${Math.max(0, finger.clientY - from)}px`;
	});
	on("touchend", ({ changedTouches: [finger] }) => {
		if (from === undefined || finger === undefined) return;
		dialog.removeAttribute("style");
		if (finger.clientY - from > FAR) dialog.close();
		from = undefined;
	});
	dialog.addEventListener("close", () => closed.abort(), { once: true });
}
