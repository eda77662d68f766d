/**
 * The markup of a tile, and the first tiles of the board: they are links in the front page, for visitors
 * without scripts, and until scripts load.
 */
import { html } from "hono/html";
import type { Instant } from "../../../../contract/instant.ts";
import { clipPagePath } from "../../../../pages/clip-page.ts";
import type { Markup } from "../../../docs/markup.ts";
import { detailOf } from "./detail.ts";

/** As many as the script shows at first: three pages. */
export const FIRST_TILES = 30;

interface Place {
	readonly language: string;
	readonly baseUrl: string;
	readonly hasClipPages: boolean;
}

/** The empty tile that the script fills for each clip. */
export function tileTemplate(language: string): Markup {
	return html`<li class="clip">
			<button class="push" type="button" aria-pressed="false" tabindex="-1">${face(language)}</button>
			<button class="action favourite" type="button" aria-pressed="false" tabindex="-1"><svg class="icon" aria-hidden="true"><use href="#i-star"/></svg></button>
			<button class="action about" type="button" aria-haspopup="dialog" tabindex="-1"><svg class="icon" aria-hidden="true"><use href="#i-more"/></svg></button>
		</li>`;
}

/** Links to the pages of clips, or to their sounds where there are none. */
export function firstTiles(clips: readonly Instant[], place: Place): Markup {
	const tile = (clip: Instant, i: number): Markup => {
		const address = place.hasClipPages
			? clipPagePath(clip.slug).slice(1)
			: local(clip.sound, place);
		return html`<li class="clip" data-clip="${JSON.stringify(clip)}"><a class="push" href="${address}">${face(place.language, clip, place, i < FIRST_ROW)}</a></li>
			`;
	};
	return html`${clips.map(tile)}`;
}

/** The colours of the first tiles, which may not be in style attributes. https://www.w3.org/TR/CSP3/#directive-style-src */
export function firstColours(clips: readonly Instant[]): string {
	return clips
		.map(({ color }, i) => `[data-clip]:nth-child(${i + 1}){--color:#${color}}\n`)
		.join("");
}

/** Tiles in the first row of large screens: their pictures are wanted at once. */
const FIRST_ROW = 10;

/** The push button of a clip. */
export function dome(clip?: Instant, place?: Place, isInSight = false): Markup {
	const loading = isInSight ? "eager" : "lazy";
	const image = clip?.image && place ? html` src="${local(clip.image, place)}"` : html` hidden`;
	return html`<span class="stage"><span class="ring"></span><span class="dome"><img class="picture" alt="" width="96" height="96" loading="${loading}" decoding="async"${image}><svg class="glyph" aria-hidden="true"><use href="#i-play"/></svg></span></span>`;
}

/** The name has an element of its own in its box of lines: on text directly in such a box, WebKit paints no marks. */
function face(language: string, clip?: Instant, place?: Place, isInSight = false): Markup {
	return html`${dome(clip, place, isInSight)}<span class="lines"><bdi class="name" dir="auto" lang="${language}"><span>${clip?.name ?? ""}</span></bdi><bdi class="detail" dir="auto" lang="${language}">${clip === undefined ? "" : detailOf(clip)}</bdi></span>`;
}

/** Makes the URL relative if it is part of the site, which may be at any address. */
function local(url: string, { baseUrl }: Place): string {
	return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length + 1) : url;
}
