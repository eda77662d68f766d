/** What a build publishes for pages of other sites. */
import { html, raw } from "hono/html";
import { bundle } from "../../bundling/bundle.ts";
import { clipEmbedPath, EMBED_PATH } from "../../contract/clip-embed.ts";
import type { SiteFile } from "../assets.ts";
import type { Markup } from "../docs/markup.ts";

/** The module with the button. Its address never changes, since other sites write it into their pages. */
export function embedScript(): SiteFile {
	const content = bundle(new URL("button.ts", import.meta.url));
	return { path: EMBED_PATH.slice(1), content };
}

/** The way from the template of a clip's page to the description for other sites. https://oembed.com/#section4 */
export function embedLink(baseUrl: string): Markup {
	const url = `${baseUrl}${clipEmbedPath("{'slug'}")}`;
	return html`<link rel="alternate" type="application/json+oembed" href="${raw(url)}" title="${raw("{'title'}")}">`;
}
