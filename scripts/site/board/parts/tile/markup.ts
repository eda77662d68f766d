/**
 * The markup of a tile: a clip on the board, with its button, name, star and the way to its card. The build
 * writes the first tiles into the front page, as links for visitors without scripts and until scripts load; the
 * page makes all others.
 */

import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { clipPagePath } from "../../../../pages/clip-page.ts";
import { lengthText } from "../../../../pages/length.ts";
import { html, type Markup } from "../../../../pages/markup.ts";

/** As many as the script shows at first: three pages. */
export const FIRST_TILES = 30;

/** Tiles in the first row of large screens: their pictures are wanted at once. */
const FIRST_ROW = 10;

/** Longer tooltips cover the page. */
const MAX_TOOLTIP = 300;

/** Characters of the name in the labels that screen readers read out. */
const MAX_SPOKEN = 80;

/** Characters of a description: no screen shows more in a line. */
const MAX_WORDS = 100;

/** A tile whose button plays. `language` is that of the names. */
export function tile(clip: Instant, language: string): Markup {
	const texts = [clip.description, clip.tags].filter((text) => text.trim() !== "");
	const hint = texts.join("\n").slice(0, MAX_TOOLTIP);
	// Without a length, screen readers read its text as it is.
	const label = clip.duration === undefined ? "" : html` aria-label="${spokenName(clip)}"`;
	return html`<li class="clip"><button class="push" type="button" aria-pressed="false" tabindex="-1" title="${hint}"${label}>${face(clip, clip.image, language)}</button><button class="action favourite" type="button" aria-pressed="false" tabindex="-1" aria-label="${labelFor("Favourite", clip)}">${icon("star")}</button><button class="action about" type="button" aria-haspopup="dialog" tabindex="-1" aria-label="${labelFor("More about", clip)}">${icon("more")}</button></li>`;
}

/** In place of the tile of a removed clip. */
export const REMOVED = html`<li class="clip absent"><button class="push" type="button" tabindex="-1">${dome(null)}<span class="lines"><span class="name">Removed clip</span></span></button></li>`;

/** In place of a tile whose clip is loading. */
export const WAITING = html`<li class="clip waiting" aria-hidden="true"></li>`;

/** Tiles that link to the pages of their clips, or to their sounds where there are none. */
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
		.map(({ color }, i) => `[data-clip]:nth-child(${i + 1}){--color:#${color}}\n`)
		.join("");
}

/** The round part of a button, with a picture if there is one. */
export function dome(image: string | null, loading: "eager" | "lazy" = "lazy"): Markup {
	const picture = image ? html` src="${image}"` : html` hidden`;
	return html`<span class="stage"><span class="ring"></span><span class="dome"><img class="picture" alt="" width="96" height="96" loading="${loading}" decoding="async"${picture}><svg class="glyph" aria-hidden="true"><use href="#i-play"/></svg></span></span>`;
}

/** What a tile shows. The name has an element of its own in its box of lines: on text directly in such a box, WebKit paints no marks. */
function face(clip: Instant, image: string | null, language: string, isInSight = false): Markup {
	return html`${dome(image, isInSight ? "eager" : "lazy")}<span class="lines"><bdi class="name" dir="auto" lang="${language}"><span>${clip.name}</span></bdi><bdi class="detail" dir="auto" lang="${language}">${detailOf(clip)}</bdi></span>`;
}

/** The second line of a clip in a list, which tells clips with the same name apart: its length, its first tag, and how its description begins. */
function detailOf(clip: Instant): string {
	const [tag] = tagsOf(clip);
	const words = Array.from(clip.description.replace(/\s+/g, " ").trim())
		.slice(0, MAX_WORDS)
		.join("");
	return [lengthOf(clip), tag, words].filter((text) => text).join(" · ");
}

/** How long the sound is; empty if that is not known. */
function lengthOf({ duration }: Instant): string {
	return duration === undefined ? "" : lengthText(duration);
}

/** What screen readers say of the button that plays. */
export function spokenName(clip: Instant): string {
	return [clip.name, lengthOf(clip)].filter((text) => text).join(", ");
}

/** Says to screen readers what a button does, and to which clip. */
export function labelFor(verb: string, { name }: Pick<Instant, "name">): string {
	return `${verb} ${name.slice(0, MAX_SPOKEN)}`;
}

export function icon(name: string): Markup {
	return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`;
}
