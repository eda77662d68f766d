/** One clip on the board: its button, its name, its star, and the way to everything else about it. */
import { instantJson } from "../../../../contract/envelope.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { page } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import { within } from "../../page/within.ts";
import type { PlayState } from "../../sound/player.ts";
import { HOME, viewUrl } from "../../state/view.ts";
import { inkOn } from "./contrast.ts";
import { detailOf, lengthOf } from "./detail.ts";

/** Longer tooltips cover the page. */
const MAX_TOOLTIP = 300;
/** Characters of the name in the labels that screen readers read out. */
const MAX_SPOKEN = 80;

const clips = new WeakMap<Element, Instant>();

/**
 * Text from the catalogue is set as text, never as markup.
 * @param inPage the tile of the clip in the HTML, which becomes playable
 */
export function makeTile(
	clip: Instant,
	isFavourite: boolean,
	inPage?: HTMLLIElement,
): HTMLLIElement {
	const made = within(page.clipTemplate.content.cloneNode(true) as Element, ".clip", HTMLLIElement);
	const item = inPage ?? made;
	if (inPage !== undefined) {
		pushOf(made).replaceChildren(...within(inPage, ".push", HTMLElement).childNodes);
		inPage.replaceChildren(...made.children);
	}
	bindClip(item, clip);
	// The security policy forbids style attributes, but not this. https://www.w3.org/TR/CSP3/#directive-style-src
	item.style.setProperty("--color", `#${clip.color}`);
	item.style.setProperty("--ink", `#${inkOn(clip.color)}`);
	const push = pushOf(item);
	const parts = [clip.name, clip.description, clip.tags].filter((text) => text.trim() !== "");
	push.title = parts.join("\n").slice(0, MAX_TOOLTIP);
	const length = lengthOf(clip);
	if (length !== "") push.ariaLabel = `${clip.name}, ${length}`;
	within(item, ".name", HTMLElement).textContent = clip.name;
	within(item, ".detail", HTMLElement).textContent = detailOf(clip);
	if (clip.image !== null) {
		const picture = within(item, ".picture", HTMLImageElement);
		picture.addEventListener("error", () => {
			picture.hidden = true;
		});
		if (picture.src !== clip.image) picture.src = clip.image;
		picture.hidden = false;
	}
	labelButton(item, ".favourite", "Favourite", clip);
	labelButton(item, ".about", "More about", clip);
	markFavourite(item, isFavourite);
	return item;
}

/** Says to screen readers what a button does, and to which clip. */
export function labelButton(
	root: ParentNode,
	selector: string,
	verb: string,
	{ name }: Instant,
): HTMLButtonElement {
	const button = within(root, selector, HTMLButtonElement);
	button.ariaLabel = `${verb} ${name.slice(0, MAX_SPOKEN)}`;
	return button;
}

/** Says which clip the buttons in an element are about. */
function bindClip(element: HTMLElement, clip: Instant): void {
	clips.set(element, clip);
	element.dataset.slug = clip.slug;
}

/** The same for the buttons in the sheet and below the featured clip. */
export function bindActions(element: HTMLElement, clip: Instant, isFavourite: boolean): void {
	bindClip(element, clip);
	markFavourite(element, isFavourite);
	const download = within(element, ".download", HTMLAnchorElement);
	download.href = clip.sound;
	download.download = `${clip.slug}.mp3`;
}

/** Whether a tile shows a clip with all its fields as they are. */
export function isShownBy(tile: Element, clip: Instant): boolean {
	const shown = clips.get(tile);
	return shown !== undefined && instantJson(shown) === instantJson(clip);
}

/** The clip that a button is about; undefined for others. */
export function clipOf(element: Element): Instant | undefined {
	const item = element.closest("[data-slug]");
	return item === null ? undefined : clips.get(item);
}

/** The tags of a clip, which lead to the clips that have them. */
export function tagItems(clip: Instant): HTMLElement[] {
	return tagsOf(clip).map((tag) => {
		const item = document.createElement("li");
		const link = document.createElement("a");
		link.dir = "auto";
		link.href = viewUrl(SITE_ROOT, { ...HOME, tags: [tag] });
		link.dataset.tag = tag;
		link.textContent = tag;
		item.append(link);
		return item;
	});
}

/** All tiles of a clip: a featured clip may be on the board as well. */
export function tilesOf(slug: string): readonly HTMLElement[] {
	return [...document.querySelectorAll<HTMLElement>(`.clip[data-slug="${CSS.escape(slug)}"]`)];
}

export function pushOf(item: Element): HTMLButtonElement {
	return within(item, ".push", HTMLButtonElement);
}

export function markFavourite(item: HTMLElement, isFavourite: boolean): void {
	within(item, ".favourite", HTMLButtonElement).ariaPressed = String(isFavourite);
}

/** `restarts` is whether the next press starts the clip over instead of stopping it. */
export function markState(item: HTMLElement, state: PlayState, restarts: boolean): void {
	item.dataset.state = state;
	const isQuiet = state === "silent" || state === "paused";
	pushOf(item).ariaPressed = String(!isQuiet);
	const glyph = isQuiet ? "#i-play" : restarts ? "#i-restart" : "#i-stop";
	within(item, ".glyph use", SVGUseElement).setAttribute("href", glyph);
	if (state === "silent") markProgress(item, 0);
}

/** `fraction` is how much has played: 0 to 1. */
export function markProgress(item: HTMLElement, fraction: number): void {
	item.style.setProperty("--progress", fraction.toFixed(4));
}

/** Whether the Tab key reaches the tile. Only one tile at a time is reachable. */
export function setTabStop(item: Element, isStop: boolean): void {
	for (const part of item.querySelectorAll<HTMLElement>("button")) {
		part.tabIndex = isStop ? 0 : -1;
	}
}
