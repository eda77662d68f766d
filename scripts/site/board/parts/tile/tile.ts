/** Shows a clip as a tile with its button, name, star and a link to its card, or as that card. */
import { instantJson } from "../../../../contract/envelope.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { progressText } from "../../../../pages/length.ts";
import { page, within } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { PlayedTime, PlayState } from "../../sound/player.ts";
import { HOME, viewUrl } from "../../state/view.ts";
import { detailOf, lengthOf } from "./detail.ts";

/** Longer tooltips cover the page. */
const MAX_TOOLTIP = 300;
/** Characters of the name in the labels that screen readers read out. */
const MAX_SPOKEN = 80;

const clips = new WeakMap<Element, Instant>();

/** @param inPage the tile of the clip in the HTML, which becomes playable */
export function makeTile(clip: Instant, inPage?: HTMLLIElement): HTMLLIElement {
	const made = within(page.clipTemplate.content.cloneNode(true) as Element, ".clip", HTMLLIElement);
	const item = inPage ?? made;
	if (inPage !== undefined) {
		pushOf(made).replaceChildren(...within(inPage, ".push", HTMLElement).childNodes);
		inPage.replaceChildren(...made.children);
	}
	fillFace(item, clip);
	// Screen readers read its text as it is.
	if (lengthOf(clip) === "") pushOf(item).ariaLabel = null;
	const parts = [clip.description, clip.tags].filter((text) => text.trim() !== "");
	pushOf(item).title = parts.join("\n").slice(0, MAX_TOOLTIP);
	within(item, ".detail", HTMLElement).textContent = detailOf(clip);
	labelButton(item, ".about", "More about", clip);
	return item;
}

/** Fills the dome, the name and the star. Text from the catalogue is set as text, never as markup. */
export function fillFace(view: HTMLElement, clip: Instant): void {
	bindClip(view, clip);
	// The security policy forbids style attributes, but not this. https://www.w3.org/TR/CSP3/#directive-style-src
	view.style.setProperty("--color", `#${clip.color}`);
	const length = lengthOf(clip);
	pushOf(view).ariaLabel = length === "" ? clip.name : `${clip.name}, ${length}`;
	const name = within(view, ".name", HTMLElement);
	(name.firstElementChild ?? name).textContent = clip.name;
	const picture = within(view, ".picture", HTMLImageElement);
	picture.hidden = clip.image === null;
	picture.onerror = () => {
		picture.hidden = true;
	};
	if (clip.image !== null && picture.src !== clip.image) picture.src = clip.image;
	labelButton(view, ".favourite", "Favourite", clip);
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

/** Says which clip an element shows. */
export function bindClip(view: HTMLElement, clip: Instant): void {
	clips.set(view, clip);
	view.dataset.slug = clip.slug;
}

/** Whether a tile shows a clip with all its fields as they are. */
export function isShownBy(tile: Element, clip: Instant): boolean {
	const shown = clips.get(tile);
	return shown !== undefined && instantJson(shown) === instantJson(clip);
}

/** The clip that a button is about; undefined for others. */
export function clipOf(element: Element): Instant | undefined {
	const view = element.closest("[data-slug]");
	return view === null ? undefined : clips.get(view);
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

/** All elements that show a clip: tiles, cards, and its line in the strip. */
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

/** Shows how far a clip has played. Its length stays known when it falls silent. */
export function markProgress(view: HTMLElement, { at, length }: PlayedTime): void {
	const fraction = length > 0 ? Math.min(1, at / length) : 0;
	view.style.setProperty("--progress", fraction.toFixed(4));
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
