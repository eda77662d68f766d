/** What a pointer or a key does to domes. A mouse plays as it goes down; a finger as it goes up, since it may scroll. */

/** A pointer that stays this long may press: one that crosses the board does not. */
const RESTS_MS = 60;

interface DomeEvents {
	/** A press is likely. */
	likely(dome: Element): void;
	/** The finger on it scrolls. */
	unlikely(dome: Element): void;
	pressed(dome: Element): void;
	/** Pressed as links are that are to open in another tab. */
	opened(dome: Element): void;
}

export function connectDomes(place: HTMLElement, events: DomeEvents): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The dome that a mouse has played; the click that follows does nothing more. */
	let played: Element | undefined;
	const rest = (event: Event): void => {
		clearTimeout(timer);
		const dome = domeOf(event);
		// Nobody has chosen a dome that has the focus as its page opens.
		if (dome === undefined || dome.closest("[data-quiet]") !== null) return;
		timer = setTimeout(events.likely, RESTS_MS, dome);
	};
	place.addEventListener("focusin", rest);
	place.addEventListener("pointerover", (event) => event.pointerType === "touch" || rest(event));
	place.addEventListener("pointerleave", () => clearTimeout(timer));
	place.addEventListener("pointerdown", (event) => {
		played = undefined;
		const dome = domeOf(event);
		if (dome === undefined || event.button !== 0 || isForAnotherTab(event)) return;
		events.likely(dome);
		if (event.pointerType !== "mouse") return;
		played = dome;
		events.pressed(dome);
	});
	place.addEventListener("pointercancel", (event) => {
		const dome = domeOf(event);
		if (dome !== undefined) events.unlikely(dome);
	});
	place.addEventListener("click", (event) => {
		const dome = domeOf(event);
		if (dome === undefined) return;
		if (isForAnotherTab(event)) events.opened(dome);
		// A click by a key has no detail.
		else if (dome !== played || event.detail === 0) events.pressed(dome);
	});
	place.addEventListener("auxclick", (event) => {
		const dome = domeOf(event);
		if (dome !== undefined && event.button === 1) events.opened(dome);
	});
}

function domeOf({ target }: Event): Element | undefined {
	return (target as Element).closest("button.push") ?? undefined;
}

function isForAnotherTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey;
}
