/** A long press on a touch screen, which does what a secondary click does with a mouse. */

/** As long as phones wait before they open a menu. */
const HELD_MS = 500;
/** A finger that moves further is scrolling. CSS pixels. */
const MAX_MOVED = 10;

/** Calls back when a finger rests on the element; the click that would follow is dropped. */
export function onLongPress(element: HTMLElement, pressed: (target: Element) => void): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let from = { x: 0, y: 0 };
	let isHeld = false;
	const release = (): void => clearTimeout(timer);
	element.addEventListener("pointerdown", ({ target, pointerType, clientX: x, clientY: y }) => {
		release();
		isHeld = false;
		if (pointerType !== "touch" || !(target instanceof Element)) return;
		from = { x, y };
		timer = setTimeout(() => {
			isHeld = true;
			pressed(target);
		}, HELD_MS);
	});
	element.addEventListener("pointermove", ({ clientX, clientY }) => {
		if (Math.hypot(clientX - from.x, clientY - from.y) > MAX_MOVED) release();
	});
	for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, release);
	// The browser's own menu for a long press, on systems that have one.
	element.addEventListener("contextmenu", (event) => {
		if ((event as PointerEvent).pointerType === "touch") event.preventDefault();
	});
	const drop = (event: Event): void => {
		if (!isHeld) return;
		isHeld = false;
		event.preventDefault();
		event.stopPropagation();
	};
	element.addEventListener("click", drop, { capture: true });
}
