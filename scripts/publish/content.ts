/**
 * What a build keeps in memory of a catalogue. Each clip is serialised once, as a row of the API's JSON,
 * and used everywhere. Rows are kept as bytes, since a million strings would take several times as much.
 */
import type { MediaPath } from "../catalogue/media-path.ts";
import type { CatalogueInstant, CatalogueRecord } from "../catalogue/record-schema.ts";
import { toJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FOLDERS, type MediaField, withMedia } from "../contract/instant.ts";
import { mediaUrl } from "../contract/links.ts";
import { tagsOf } from "../contract/tags.ts";
import { PostingsCollector } from "../search/postings.ts";
import { TagCollector } from "../search/tag-postings.ts";
import { RowText } from "./row-text.ts";

export interface Urls {
	/** The base URL. No trailing slash. */
	readonly base: string;
	/** The URL above `sounds/` and `instants_images/`. No trailing slash. */
	readonly media: string;
}

export class Content {
	readonly urls: Urls;
	readonly slugs: string[] = [];
	readonly postings = new PostingsCollector();
	readonly tags = new TagCollector();
	readonly rows = new RowText();

	constructor(urls: Urls) {
		this.urls = urls;
	}

	/** Adds the record of the next position. */
	add(record: CatalogueRecord): void {
		const clip = "removed" in record ? undefined : record;
		if (clip !== undefined) this.tags.add(this.slugs.length, tagsOf(clip));
		this.slugs.push(record.slug);
		this.rows.add(clip && rowJson(clip, this.urls));
		this.postings.add(clip?.name);
	}

	/** The clip at each position; undefined for removed clips. */
	*clips(): Generator<Instant | undefined> {
		for (const position of this.slugs.keys()) {
			const row = this.rows.at(position);
			yield row === undefined ? undefined : (JSON.parse(row) as Instant);
		}
	}
}

function rowJson(instant: CatalogueInstant, urls: Urls): string {
	// Checked records have their fields in the order of the contract. The function is not under a name of its
	// own, which tsx would note again with every clip.
	return toJson(
		withMedia(instant, ({ path }: MediaPath, field: MediaField) =>
			mediaUrl(urls.media, MEDIA_FOLDERS[field], path),
		),
	);
}
