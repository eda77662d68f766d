/**
 * Handles pointers and keys on domes. A mouse press plays a clip when the button goes down; a touch plays it when
 * the finger is lifted, since the finger may be scrolling.
 */

import type { Instant } from "../../../../contract/instant.ts";
import { clipOf } from "./tile.ts";

/** How soon a click follows after a finger is lifted, if there is one. */
const CLICK_MS = 50;

/** A pointer that stays this long may be about to press, unlike one that crosses the board. */
const RESTS_MS = 60;

/** The clip is undefined for a dome without a clip. */
interface DomeEvents {
	/** Called when the clip will probably be pressed. */
	likely(clip: Instant): void;
	/** Called when the finger on the clip is scrolling. */
	unlikely(clip: Instant): void;
	pressed(clip: Instant | undefined): void;
	/** Called for a press with the key or button that opens links in a new tab. */
	apart(clip: Instant): void;
}

export function connectDomes(place: HTMLElement, events: DomeEvents): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The dome whose clip has just been played; the click that follows does nothing more. */
	let played: Element | undefined;
	/** Touches that may not be followed by a click. */
	const awaited = new WeakMap<Element, ReturnType<typeof setTimeout>>();
	const on = <K extends keyof HTMLElementEventMap>(
		type: K,
		act: (event: HTMLElementEventMap[K], clip: Instant | undefined, dome: Element) => void,
	): void =>
		place.addEventListener(type, (event) => {
			const dome = (event.target as Element).closest("button.push");
			if (type === "focusin" || type === "pointerover") clearTimeout(timer);
			if (dome !== null) act(event, clipOf(dome), dome);
		});
	const rest = (
		{ pointerType }: Partial<PointerEvent>,
		clip: Instant | undefined,
		dome: Element,
	) => {
		// A dome that has focus when its page opens was not chosen by the visitor.
		if (clip === undefined || pointerType === "touch" || dome.closest("[data-quiet]")) return;
		timer = setTimeout(events.likely, RESTS_MS, clip);
	};
	on("focusin", rest);
	on("pointerover", rest);
	place.addEventListener("pointerleave", () => clearTimeout(timer));
	on("pointerdown", (event, clip, dome) => {
		played = undefined;
		if (event.button !== 0 || isForAnotherTab(event)) return;
		if (clip !== undefined) events.likely(clip);
		if (event.pointerType !== "mouse") return;
		played = dome;
		events.pressed(clip);
	});
	on("pointercancel", (_, clip) => clip && events.unlikely(clip));
	// Chrome on Android sends no click after a touch of more than half a second.
	on("pointerup", ({ pointerType, clientX, clientY }, clip, dome) => {
		if (pointerType !== "touch" || !dome.contains(document.elementFromPoint(clientX, clientY)))
			return;
		const press = (): void => {
			played = dome;
			events.pressed(clip);
		};
		awaited.set(dome, setTimeout(press, CLICK_MS));
	});
	// On a picture, a long touch would open the browser's menu instead.
	on(
		"contextmenu",
		(event) => (event as PointerEvent).pointerType === "touch" && event.preventDefault(),
	);
	on("click", (event, clip, dome) => {
		clearTimeout(awaited.get(dome));
		if (isForAnotherTab(event)) clip && events.apart(clip);
		// For a click that comes from a key, `detail` is 0.
		else if (dome !== played || event.detail === 0) events.pressed(clip);
	});
	on("auxclick", ({ button }, clip) => button === 1 && clip && events.apart(clip));
}

function isForAnotherTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey;
}
