/** Lets visitors pull a dialog down with a finger, as is usual at the bottom of a phone's screen. */

/** How far a dialog must be pulled down to close, in CSS pixels. */
const FAR = 80;

export function letSwipe(
	dialog: HTMLDialogElement,
	leave: (dialog: HTMLDialogElement) => void,
): void {
	/** The vertical position at which the touch began; NaN if the finger may be scrolling or moving something. */
	let from = 0;
	const placeOf = ({ changedTouches: [finger] }: TouchEvent) => (finger as Touch).clientY;
	dialog.ontouchstart = (event) => {
		const isOther =
			dialog.scrollTop || event.touches[1] || (event.target as Element).closest("input,textarea");
		from = isOther ? Number.NaN : placeOf(event);
	};
	dialog.ontouchmove = (event) => {
		const down = placeOf(event) - from;
		if (down > 0) dialog.style.cssText = `translate:0 ${down}px`;
	};
	dialog.ontouchend = (event) => {
		dialog.style.cssText = "";
		if (placeOf(event) - from > FAR) leave(dialog);
	};
}
