/** The oEmbed answer, which other sites use to show a clip in their pages. https://oembed.com */

import { toJson } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { clipPagePath } from "./clip-page.ts";
import { escaped } from "./markup.ts";

/** The path of the module that provides the button for other sites' pages. */
export const EMBED_PATH = "/embed.js";

/** The size of a frame that shows a clip alone, in CSS pixels. */
const SIZE = { width: 320, height: 220 } as const;

/** The content of `clips/SLUG/oembed.json`. */
export interface ClipEmbed {
	readonly provider_url: string;
	/** Our own extension, so that the button can play the clip: oEmbed allows extra fields. */
	readonly clip: Instant;
}

/** The path of a clip's oEmbed answer under the base URL. */
export function clipEmbedPath(slug: string): string {
	return `${clipPagePath(slug)}oembed.json`;
}

/**
 * The oEmbed answer for a clip, as JSON. It has no thumbnail, because oEmbed requires the size of a thumbnail,
 * and the sizes of images are not known.
 * @param row the clip as JSON, with URLs under `baseUrl`
 * @param provider the title of the site
 * @param baseUrl no trailing slash
 */
export function clipEmbed(row: string, provider: string, baseUrl: string): string {
	const clip = JSON.parse(row) as Instant;
	return toJson({
		version: "1.0",
		type: "rich",
		title: clip.name,
		author_name: provider,
		provider_name: provider,
		provider_url: `${baseUrl}/`,
		html: frameCode(clip, `${baseUrl}${clipPagePath(clip.slug)}`),
		...SIZE,
		clip,
	});
}

/**
 * The HTML that shows a clip in other sites' pages. Its colour scheme is set to that of the framed page, since
 * browsers otherwise give the frame an opaque background; `frameborder` is for sites that remove styles, as
 * WordPress does.
 * @param url the URL of the clip's page
 * @param theme `light` or `dark`; if missing, the reader's theme
 */
export function frameCode({ name }: Pick<Instant, "name">, url: string, theme = ""): string {
	// The HTML must be on one line, because the documents show it in a Markdown block, which a line break could
	// end.
	const title = escaped(name).replace(/[\r\n]/g, (end) => `&#${end.charCodeAt(0)};`);
	return `<iframe src="${url}?embed${theme && `&amp;theme=${theme}`}" title="${title}" width="${SIZE.width}" height="${SIZE.height}" allow="autoplay" frameborder="0" style="color-scheme:light dark"></iframe>`;
}
