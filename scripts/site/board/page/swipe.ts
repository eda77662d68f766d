/** Lets a finger pull a dialog down, as is usual for what comes from the bottom of a phone. */

/** How far down it closes, in CSS pixels. */
const FAR = 80;

export function letSwipe(dialog: HTMLDialogElement): void {
	/** Where the finger began; no number where it may scroll or move something. */
	let from = Number.NaN;
	const placeOf = ({ changedTouches: [finger] }: TouchEvent): number => finger?.clientY ?? 0;
	dialog.ontouchstart = (event) => {
		const isOther = dialog.scrollTop > 0 || event.touches[1];
		const isField = (event.target as Element).closest("input,textarea");
		from = isOther || isField ? Number.NaN : placeOf(event);
	};
	dialog.ontouchmove = (event) => {
		const down = placeOf(event) - from;
		if (down > 0) dialog.style.cssText = `translate: 0 ${down}px`;
	};
	dialog.ontouchend = (event) => {
		dialog.style.cssText = "";
		if (placeOf(event) - from > FAR) dialog.close();
	};
}
