/**
 * The newest clips for feed readers, as JSON Feed and as RSS. They have no dates, which both formats
 * allow: a catalogue has none, and the same data must give the same bytes.
 * https://www.jsonfeed.org/version/1.1/ https://www.rssboard.org/rss-specification
 */
import { html } from "hono/html";
import { clipPagePath } from "../contract/clip-page.ts";
import type { Instant } from "../contract/instant.ts";
import type { SiteIdentity } from "../contract/site.ts";
import { tagsOf } from "../contract/tags.ts";
import type { SiteFile } from "./bundles.ts";
import { escaped, type Markup } from "./docs/markup.ts";

/** How many clips a feed has. */
export const FEED_LENGTH = 50;

const SOUND_TYPE = "audio/mpeg";

export interface FeedItem {
	readonly clip: Instant;
	/** The size of the sound; undefined if it is elsewhere. */
	readonly bytes: number | undefined;
}

interface FeedContent {
	readonly site: SiteIdentity;
	readonly baseUrl: string;
	/** Whether the page of a clip can be opened; if not, the front page shows it. */
	readonly hasClipPages: boolean;
	/** The newest first. */
	readonly items: readonly FeedItem[];
}

/** Both feeds. */
export function feedFiles(feed: FeedContent): SiteFile[] {
	return [
		{ path: "feed.json", content: `${JSON.stringify(jsonFeed(feed), null, "\t")}\n` },
		{ path: "feed.xml", content: rss(feed) },
	];
}

/** Links from the front page to the feeds. */
export function feedLinks({ title }: SiteIdentity): Markup {
	return html`<link rel="alternate" type="application/feed+json" title="${title}" href="feed.json">
	<link rel="alternate" type="application/rss+xml" title="${title}" href="feed.xml">`;
}

function jsonFeed({ site, items, ...place }: FeedContent): unknown {
	const { baseUrl } = place;
	return {
		version: "https://jsonfeed.org/version/1.1",
		title: site.title,
		home_page_url: `${baseUrl}/`,
		feed_url: `${baseUrl}/feed.json`,
		description: site.description,
		language: site.language,
		items: items.map(({ clip, bytes }) => ({
			id: idOf(clip, place),
			url: urlOf(clip, place),
			title: clip.name,
			content_text: clip.description || clip.name,
			...(clip.image === null ? {} : { image: clip.image }),
			tags: tagsOf(clip),
			// Undefined values are left out.
			attachments: [{ url: clip.sound, mime_type: SOUND_TYPE, size_in_bytes: bytes }],
		})),
	};
}

/** Readers take descriptions for HTML, so they are escaped twice. */
function rss({ site, items, ...place }: FeedContent): string {
	const { baseUrl } = place;
	const item = ({ clip, bytes }: FeedItem): Markup => html`
<item>
<title>${clip.name}</title>
<link>${urlOf(clip, place)}</link>
<guid isPermaLink="false">${idOf(clip, place)}</guid>
<description>${escaped(clip.description)}</description>
${tagsOf(clip).map((tag) => html`<category>${tag}</category>\n`)}<enclosure url="${clip.sound}" length="${String(bytes ?? UNKNOWN_LENGTH)}" type="${SOUND_TYPE}"/>
</item>`;
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
	return String(document).replace(NOT_IN_XML, "\ufffd");
}

/** An enclosure must have a length, and by custom 0 stands for an unknown one. https://www.rssboard.org/rss-profile#element-channel-item-enclosure */
const UNKNOWN_LENGTH = 0;

/** The characters that a catalogue may contain but XML may not. https://www.w3.org/TR/xml/#charsets */
const NOT_IN_XML = /[\ufffe\uffff]/g;

type FeedAddress = Pick<FeedContent, "baseUrl" | "hasClipPages">;

/** Stays the same when pages for all clips no longer fit, so that no reader shows a clip twice. */
function idOf({ slug }: Instant, { baseUrl }: FeedAddress): string {
	return `${baseUrl}${clipPagePath(slug)}`;
}

function urlOf(clip: Instant, place: FeedAddress): string {
	return place.hasClipPages ? idOf(clip, place) : `${place.baseUrl}/#${clip.slug}`;
}
