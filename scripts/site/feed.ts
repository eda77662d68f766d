/**
 * The newest clips for feed readers, as RSS. They have no dates, which RSS allows: a catalogue has none,
 * and the same data must give the same bytes. https://www.rssboard.org/rss-specification
 */

import type { Instant } from "../contract/instant.ts";
import type { SiteIdentity } from "../contract/site.ts";
import { tagsOf } from "../contract/tags.ts";
import { clipPagePath } from "../pages/clip-page.ts";
import { escaped, html, type Markup } from "../pages/markup.ts";
import type { SiteFile } from "./bundles.ts";

/** How many clips the feed has. */
export const FEED_LENGTH = 50;

export interface FeedItem {
	readonly clip: Instant;
	/** The size of the sound file; undefined if it is on another host. */
	readonly bytes: number | undefined;
}

interface FeedContent {
	readonly site: SiteIdentity;
	readonly baseUrl: string;
	/** Whether clips have pages; if not, the front page shows them. */
	readonly hasClipPages: boolean;
	/** The newest first. */
	readonly items: readonly FeedItem[];
}

/** A link from the front page to the feed. */
export function feedLink({ title }: SiteIdentity): Markup {
	return html`<link rel="alternate" type="application/rss+xml" title="${title}" href="feed.xml">`;
}

/** Feed readers parse descriptions as HTML, so they are escaped twice. */
export function feedFile({ site, baseUrl, hasClipPages, items }: FeedContent): SiteFile {
	const item = ({ clip, bytes }: FeedItem): Markup => {
		// The id stays the same when pages for all clips no longer fit, so that no reader shows a clip twice.
		const id = `${baseUrl}${clipPagePath(clip.slug)}`;
		return html`
<item>
<title>${clip.name}</title>
<link>${hasClipPages ? id : `${baseUrl}/#${clip.slug}`}</link>
<guid isPermaLink="false">${id}</guid>
<description>${escaped(clip.description)}</description>
${tagsOf(clip).map((tag) => html`<category>${tag}</category>\n`)}<enclosure url="${clip.sound}" length="${String(bytes ?? UNKNOWN_LENGTH)}" type="audio/mpeg"/>
</item>`;
	};
	const document = html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${site.title}</title>
<link>${baseUrl}/</link>
<description>${escaped(site.description)}</description>
<language>${site.language}</language>
<atom:link href="${baseUrl}/feed.xml" rel="self" type="application/rss+xml"/>${items.map(item)}
</channel>
</rss>
`;
	return { path: "feed.xml", content: String(document).replace(NOT_IN_XML, "\ufffd") };
}

/** An enclosure must have a length, and by convention 0 means unknown. https://www.rssboard.org/rss-profile#element-channel-item-enclosure */
const UNKNOWN_LENGTH = 0;

/** The characters that a catalogue may contain but XML may not. https://www.w3.org/TR/xml/#charsets */
const NOT_IN_XML = /[\ufffe\uffff]/g;
