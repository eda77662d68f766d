/**
 * The elements that show a clip: tiles, its card, and its row in the strip; and the marks that the page sets on
 * them.
 */
import { instantJson } from "../../../../contract/envelope.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { progressText } from "../../../../pages/length.ts";
import { page, within } from "../../page/page-elements.ts";
import { parsed } from "../../page/trusted.ts";
import type { PlayedTime, PlayState } from "../../sound/player.ts";
import { tile } from "./markup.ts";

const clips = new WeakMap<Element, Instant>();

/** @param inPage the tile of the clip in the HTML, which becomes playable */
export function makeTile(clip: Instant, inPage?: HTMLLIElement): HTMLLIElement {
	const item = parsed(tile(clip, page.siteTitle.lang), HTMLLIElement);
	if (inPage !== undefined) {
		// Keeps the picture in the HTML, which is already shown.
		within(item, "img", HTMLElement).replaceWith(within(inPage, "img", HTMLElement));
		inPage.replaceWith(item);
	}
	bindClip(item, clip);
	return item;
}

/** Records which clip an element shows. */
export function bindClip(view: HTMLElement, clip: Instant): void {
	clips.set(view, clip);
	view.dataset.slug = clip.slug;
	// The CSP forbids `style` attributes, but scripts may set styles.
	// https://www.w3.org/TR/CSP3/#directive-style-src
	for (const part of view.querySelectorAll<HTMLElement>(".stage, .dome"))
		part.style.setProperty("--color", `#${clip.color}`);
	for (const picture of view.querySelectorAll("img")) {
		picture.onerror = () => {
			picture.hidden = true;
		};
	}
}

/** Whether a tile shows a clip with all its fields unchanged. */
export function isShownBy(tile: Element, clip: Instant): boolean {
	const shown = clips.get(tile);
	return shown !== undefined && instantJson(shown) === instantJson(clip);
}

/** The clip that a button belongs to; undefined if there is none. */
export function clipOf(element: Element): Instant | undefined {
	const view = element.closest("[data-slug]");
	return view === null ? undefined : clips.get(view);
}

/** All elements that show a clip: tiles, cards, and its row in the strip. */
export function viewsOf(slug: string): readonly HTMLElement[] {
	return [...document.querySelectorAll<HTMLElement>(`[data-slug="${CSS.escape(slug)}"]`)];
}

export function pushOf(item: Element): HTMLButtonElement {
	return within(item, ".push", HTMLButtonElement);
}

export function markFavourite(view: HTMLElement, isFavourite: boolean): void {
	view.querySelector(".favourite")?.setAttribute("aria-pressed", String(isFavourite));
}

/** `restarts` is whether the next press starts the clip over instead of stopping it. */
export function markState(view: HTMLElement, state: PlayState, restarts: boolean): void {
	view.dataset.state = state;
	const isQuiet = state === "silent" || state === "paused";
	const glyph = isQuiet ? "#i-play" : restarts ? "#i-restart" : "#i-stop";
	view.querySelector(".push")?.setAttribute("aria-pressed", String(!isQuiet));
	view.querySelector(".glyph use")?.setAttribute("href", glyph);
	const pause = view.querySelector(".pause");
	pause?.setAttribute("aria-label", isQuiet ? "Play" : "Pause");
	pause?.querySelector("use")?.setAttribute("href", isQuiet ? "#i-play" : "#i-pause");
}

/** Shows how far a clip has played. The length stays visible when the clip falls silent. */
export function markProgress(view: HTMLElement, { at, length }: PlayedTime): void {
	const fraction = length > 0 ? Math.min(1, at / length) : 0;
	// If this were set on the whole view, all of its elements would be restyled in each frame.
	view.querySelector<HTMLElement>(".ring")?.style.setProperty("--progress", String(fraction));
	const seek = view.querySelector<HTMLInputElement>(".seek");
	if (seek === null) return;
	if (Number.isFinite(length)) {
		seek.max = String(length);
		seek.disabled = false;
	}
	seek.value = String(at);
	const text = seek.disabled ? "" : progressText(at, Number(seek.max));
	const time = within(view, ".time", HTMLElement);
	if (time.textContent === text) return;
	time.textContent = text;
	seek.setAttribute("aria-valuetext", text);
}
