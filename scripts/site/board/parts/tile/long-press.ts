/** A long press on a touch screen, which does what a secondary click does with a mouse. */

/** As long as phones wait before they open a menu. */
const HELD_MS = 500;
/** A finger that moves further is scrolling. CSS pixels. */
const MAX_MOVED = 10;

/** Calls back when a finger rests on the element, and drops the click that would follow. Each finger is tracked separately. */
export function onLongPress(element: HTMLElement, pressed: (target: Element) => void): void {
	const presses = new Map<number, { x: number; y: number; timer: ReturnType<typeof setTimeout> }>();
	/** Buttons that were held and whose click must be dropped. */
	const held = new Set<Element>();
	const release = ({ pointerId }: PointerEvent): void => {
		clearTimeout(presses.get(pointerId)?.timer);
		presses.delete(pointerId);
	};
	element.addEventListener("pointerdown", (event) => {
		const { target, pointerId, pointerType, clientX: x, clientY: y } = event;
		const button = buttonOf(target);
		release(event);
		held.delete(button);
		if (pointerType !== "touch") return;
		const timer = setTimeout(() => {
			held.add(button);
			pressed(button);
		}, HELD_MS);
		presses.set(pointerId, { x, y, timer });
	});
	element.addEventListener("pointermove", (event) => {
		const { x, y } = presses.get(event.pointerId) ?? { x: event.clientX, y: event.clientY };
		if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_MOVED) release(event);
	});
	for (const end of ["pointerup", "pointercancel"] as const) element.addEventListener(end, release);
	// No menu of the browser for a long press.
	element.addEventListener("contextmenu", (event) => {
		if ((event as PointerEvent).pointerType === "touch") event.preventDefault();
	});
	const drop = (event: Event): void => {
		if (!held.delete(buttonOf(event.target))) return;
		event.preventDefault();
		event.stopPropagation();
	};
	element.addEventListener("click", drop, { capture: true });
}

/** The button that an event is for, or else the element that it happened to. */
function buttonOf(target: EventTarget | null): Element {
	return (target as Element).closest("button, a") ?? (target as Element);
}
