/**
 * The markup of a tile: a clip on the board, with its button, name, star and the button for its card. The build
 * writes the first tiles into the front page, as links, which work without scripts and until scripts load; the
 * page creates all others.
 */

import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { clipPagePath } from "../../../../pages/clip-page.ts";
import { lengthText } from "../../../../pages/length.ts";
import { html, type Markup } from "../../../../pages/markup.ts";

/** How many tiles are in the HTML: as many as the script shows at first, which is three pages. */
export const FIRST_TILES = 30;

/** How many tiles are in the first row of large screens: their pictures are needed at once. */
const FIRST_ROW = 10;

/** The maximum length of a tooltip: longer ones would cover the page. */
const MAX_TOOLTIP = 300;

/** The maximum length of a name that screen readers read out, in characters. */
const MAX_SPOKEN = 80;

/** The maximum length of a description, in characters: no screen shows more in a line. */
const MAX_WORDS = 100;

/** A tile whose button plays the clip. `language` is the language of the names. */
export function tile(clip: Instant, language: string): Markup {
	const texts = [clip.description, clip.tags].filter((text) => text.trim() !== "");
	const hint = texts.join("\n").slice(0, MAX_TOOLTIP);
	// Without a duration, screen readers read the button's text as it is.
	const label = clip.duration === undefined ? "" : html` aria-label="${spokenName(clip)}"`;
	return html`<li class="clip"><button class="push" type="button" aria-pressed="false" tabindex="-1" title="${hint}"${label}>${face(clip, clip.image, language)}</button><button class="action favourite" type="button" aria-pressed="false" tabindex="-1" aria-label="${labelFor("Favourite", clip)}">${icon("star")}</button><button class="action about" type="button" aria-haspopup="dialog" tabindex="-1" aria-label="${labelFor("More about", clip)}">${icon("more")}</button></li>`;
}

/** Shown instead of the tile of a removed clip. */
export const REMOVED = html`<li class="clip absent"><button class="push" type="button" tabindex="-1">${dome(null)}<span class="lines"><span class="name">Removed clip</span></span></button></li>`;

/** Shown instead of a tile while its clip is loading. */
export const WAITING = html`<li class="clip waiting" aria-hidden="true"></li>`;

/** Tiles that link to the pages of their clips, or to the sounds where there are no pages. */
export function firstTiles(
	clips: readonly Instant[],
	language: string,
	baseUrl: string,
	hasClipPages: boolean,
): Markup {
	// The site may be at any address.
	const local = (url: string): string =>
		url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length + 1) : url;
	const tiles = clips.map((clip, i) => {
		const address = hasClipPages ? clipPagePath(clip.slug).slice(1) : local(clip.sound);
		const image = clip.image && local(clip.image);
		return html`<li class="clip" data-clip="${JSON.stringify(clip)}"><a class="push" href="${address}">${face(clip, image, language, i < FIRST_ROW)}</a></li>
			`;
	});
	return html`${tiles}`;
}

/** The colours of the first tiles, which may not be in style attributes. https://www.w3.org/TR/CSP3/#directive-style-src */
export function firstColours(clips: readonly Instant[]): string {
	return clips
		.map(({ color }, i) => `[data-clip]:nth-child(${i + 1}) :is(.stage,.dome){--color:#${color}}\n`)
		.join("");
}

/** The round part of a button, with a picture if there is one. */
export function dome(image: string | null, loading: "eager" | "lazy" = "lazy"): Markup {
	const picture = image ? html` src="${image}"` : html` hidden`;
	return html`<span class="stage"><span class="ring"></span><span class="dome"><img class="picture" alt="" width="96" height="96" loading="${loading}" decoding="async"${picture}><svg class="glyph" aria-hidden="true"><use href="#i-play"/></svg></span></span>`;
}

/**
 * The content of a tile. The name is in an extra element inside its line-clamped box: WebKit paints no marks on
 * text directly in such a box.
 */
function face(clip: Instant, image: string | null, language: string, isInSight = false): Markup {
	return html`${dome(image, isInSight ? "eager" : "lazy")}<span class="lines"><bdi class="name" dir="auto" lang="${language}"><span>${clip.name}</span></bdi><bdi class="detail" dir="auto" lang="${language}">${detailOf(clip)}</bdi></span>`;
}

/**
 * The second line of a clip in a list, which tells clips with the same name apart: the length, the first tag, and
 * the beginning of the description.
 */
function detailOf(clip: Instant): string {
	const [tag] = tagsOf(clip);
	const words = Array.from(clip.description.replace(/\s+/g, " ").trim())
		.slice(0, MAX_WORDS)
		.join("");
	return [lengthOf(clip), tag, words].filter((text) => text).join(" · ");
}

/** The length of the sound; empty if unknown. */
function lengthOf({ duration }: Instant): string {
	return duration === undefined ? "" : lengthText(duration);
}

/** The label of the button that plays, for screen readers. */
export function spokenName(clip: Instant): string {
	return [clip.name, lengthOf(clip)].filter((text) => text).join(", ");
}

/** Tells screen readers what a button does, and to which clip. */
export function labelFor(verb: string, { name }: Pick<Instant, "name">): string {
	return `${verb} ${name.slice(0, MAX_SPOKEN)}`;
}

export function icon(name: string): Markup {
	return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`;
}
