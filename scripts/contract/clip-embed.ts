/** What other sites need to show a clip in their pages. https://oembed.com */

import { clipPagePath, escapedHtml } from "./clip-page.ts";
import { toJson } from "./envelope.ts";
import type { Instant } from "./instant.ts";

/** Where the module with the button for other pages is. */
export const EMBED_PATH = "/embed.js";

/** Of a frame that shows a clip alone, in CSS pixels. */
const SIZE = { width: 320, height: 270 } as const;

/** What `clips/SLUG/oembed.json` says of a clip. */
export interface ClipEmbed {
	readonly provider_url: string;
	/** Not of the standard, which allows more: what the button plays. */
	readonly clip: Instant;
}

/** The path of the description of a clip for other sites, under the base URL. */
export function clipEmbedPath(slug: string): string {
	return `${clipPagePath(slug)}oembed.json`;
}

/**
 * The description of a clip for other sites, as JSON. It names no thumbnail, for which the standard demands
 * a size: nobody knows that of an image.
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
 * What other sites write into their pages to show a clip.
 * @param url of the clip's page
 */
export function frameCode({ name }: Instant, url: string): string {
	return `<iframe src="${url}?embed" title="${escapedHtml(name)}" width="${SIZE.width}" height="${SIZE.height}" allow="autoplay" style="border:0"></iframe>`;
}
