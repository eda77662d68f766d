/** One clip on the board: a button, its name, and what else can be done with it. */
import type { Instant } from "../../contract/instant.ts";
import { inkOn } from "./contrast.ts";
import { page } from "./page-elements.ts";
import type { PlayState } from "./player.ts";

/** A tooltip; longer ones cover the page. */
const MAX_TOOLTIP = 300;
/** Of a name that is read out with what a button does. */
const MAX_SPOKEN = 80;

const clips = new WeakMap<Element, Instant>();

function within<T extends Element>(item: Element, selector: string, type: new () => T): T {
	const element = item.querySelector(selector);
	if (!(element instanceof type)) throw new TypeError(`the clip template has no ${selector}`);
	return element;
}

/** A tile for a clip. All that the catalogue says is set as text, never as markup. */
export function makeTile(clip: Instant, isFavourite: boolean): HTMLLIElement {
	const item = within(page.clipTemplate.content.cloneNode(true) as Element, ".clip", HTMLLIElement);
	clips.set(item, clip);
	item.dataset.slug = clip.slug;
	// A policy against inline styles forbids attributes, not this. https://www.w3.org/TR/cssom-1/
	item.style.setProperty("--color", `#${clip.color}`);
	item.style.setProperty("--ink", `#${inkOn(clip.color)}`);
	const push = pushOf(item);
	const hint = [clip.description, clip.tags].filter((text) => text.trim() !== "").join("\n");
	if (hint !== "") push.title = hint.slice(0, MAX_TOOLTIP);
	within(item, ".name", HTMLElement).textContent = clip.name;
	if (clip.image !== null) {
		const picture = within(item, ".picture", HTMLImageElement);
		picture.addEventListener("error", () => {
			picture.hidden = true;
		});
		picture.src = clip.image;
		picture.hidden = false;
	}
	const spoken = clip.name.slice(0, MAX_SPOKEN);
	within(item, ".share", HTMLButtonElement).ariaLabel = `Share ${spoken}`;
	within(item, ".favourite", HTMLButtonElement).ariaLabel = `Favourite ${spoken}`;
	const download = within(item, ".download", HTMLAnchorElement);
	within(download, ".unseen", HTMLElement).textContent = `Download ${spoken}`;
	download.href = clip.sound;
	download.download = `${clip.slug}.mp3`;
	markFavourite(item, isFavourite);
	return item;
}

/** The clip of a tile, or of anything in one; undefined elsewhere. */
export function clipOf(element: Element): Instant | undefined {
	const item = element.closest(".clip");
	return item === null ? undefined : clips.get(item);
}

/** The tile of the clip with this slug; undefined when it is not on the board. */
export function tileOf(slug: string): HTMLElement | undefined {
	const item = page.board.querySelector<HTMLElement>(`[data-slug="${CSS.escape(slug)}"]`);
	return item ?? undefined;
}

/** The button that plays. */
export function pushOf(item: Element): HTMLButtonElement {
	return within(item, ".push", HTMLButtonElement);
}

/** Shows whether a clip is a favourite. */
export function markFavourite(item: HTMLElement, isFavourite: boolean): void {
	within(item, ".favourite", HTMLButtonElement).ariaPressed = String(isFavourite);
}

/** Shows what a clip is doing. */
export function markState(item: HTMLElement, state: PlayState): void {
	item.dataset.state = state;
	pushOf(item).ariaPressed = String(state !== "silent");
	within(item, ".glyph use", SVGUseElement).setAttribute(
		"href",
		state === "silent" ? "#i-play" : "#i-stop",
	);
	if (state === "silent") markProgress(item, 0);
}

/** Shows how much of a clip was played: 0 to 1. */
export function markProgress(item: HTMLElement, fraction: number): void {
	item.style.setProperty("--progress", fraction.toFixed(4));
}

/** Makes the parts of a tile reachable with the Tab key, or not: of all tiles, one is. */
export function setTabStop(item: Element, isStop: boolean): void {
	for (const part of item.querySelectorAll<HTMLElement>("button, a")) {
		part.tabIndex = isStop ? 0 : -1;
	}
}
