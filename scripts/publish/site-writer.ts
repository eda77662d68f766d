/** Writes the site, its feed and the templates of clip pages. */
import type { Instant } from "../contract/instant.ts";
import { byFrequency } from "../search/tag-postings.ts";
import { FIRST_TILES } from "../site/board/parts/tile/markup.ts";
import { FEED_LENGTH, type FeedItem, feedFile } from "../site/feed.ts";
import { makeSite } from "../site/site-files.ts";
import { sitemapFiles } from "../site/sitemap.ts";
import type { Order } from "../tree/pointer.ts";
import { allRunCode, type Work } from "./build-options.ts";
import type { Content } from "./content.ts";
import { writeTemplates } from "./store-writers.ts";
import type { TreeWriter } from "./tree-writer.ts";

export type ClipTemplates = ReturnType<typeof makeSite>["templates"];

/**
 * Writes the site.
 * @param canGuess whether pages may load the index of all names
 * @param hasClipPages whether clips have pages, either as files or composed by the host's code
 */
export async function writeSite(work: Work, canGuess: boolean, hasClipPages: boolean) {
	const { options, content, tags, tree } = work;
	const { slugs, rows } = content;
	const facts = {
		site: work.site,
		baseUrl: options.baseUrl,
		media: content.mediaPlace,
		runsCode: allRunCode(options.hosts),
		order: options.order,
		hasClipPages,
		canGuess,
		tags: byFrequency(tags).map(({ name }) => name),
		first: firstClips(content, options.order),
		hasLongNames: hasLongNames(content),
	};
	const site = makeSite(facts);
	const listed = hasClipPages
		? slugs.map((slug, position) => (rows.isRemoved(position) ? undefined : slug))
		: [];
	// One part at a time: together, the parts contain the URL of every clip.
	for (const part of sitemapFiles(facts.baseUrl, listed, site.addresses))
		tree.write(part.path, part.content);
	if (facts.order === "newest") {
		const feed = feedFile({ ...facts, items: newestClips(tree, content) });
		tree.write(feed.path, feed.content);
	}
	return {
		/** The files that pages of the site load. */
		files: site.files.map(({ path, content, name }) => ({ ...tree.write(path, content), name })),
		/** The root of the templates of clip pages, and the templates. */
		templates: await writeTemplates(tree, site.templates),
		clipTemplates: site.templates,
	};
}

/** The newest clips, the newest first. */
function newestClips(tree: TreeWriter, content: Content): FeedItem[] {
	const items: FeedItem[] = [];
	for (const clip of content.clips("newest")) {
		const [, path = ""] = clip.sound.split(content.urls.media);
		items.push({ clip, bytes: tree.sizeOf(`media${decodeURIComponent(path)}`) });
		if (items.length === FEED_LENGTH) break;
	}
	return items;
}

/**
 * The maximum total length of the clips on the front page, in characters, so that the page loads quickly: five
 * times the usual length.
 */
const MAX_FIRST = 50_000;

/** The first clips of the listing. */
function firstClips(content: Content, order: Order): Instant[] {
	const clips: Instant[] = [];
	let length = 0;
	for (const clip of content.clips(order)) {
		length += JSON.stringify(clip).length;
		if (length > MAX_FIRST || clips.push(clip) === FIRST_TILES) break;
	}
	return clips;
}

/** Longer names do not fit below a button. */
const LONG_NAME = 28;

/** The number of names that make a large enough sample. */
const SAMPLE = 999;

/** Whether the first names are long, judging by their median length. */
function hasLongNames(content: Content): boolean {
	const lengths: number[] = [];
	for (const { name } of content.clips()) if (lengths.push(name.length) === SAMPLE) break;
	lengths.sort((a, b) => a - b);
	return (lengths[Math.floor(lengths.length / 2)] ?? 0) > LONG_NAME;
}
