/**
 * What a build keeps in memory of a catalogue. Each clip is serialised once, as a row of the API's JSON,
 * and used everywhere. Rows are kept as bytes, since a million strings would take several times as much.
 */
import type { MediaPath } from "../catalogue/media-path.ts";
import type { CatalogueInstant, CatalogueRecord } from "../catalogue/record-schema.ts";
import { instantJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FOLDERS, type MediaField, withMedia } from "../contract/instant.ts";
import { mediaUrl } from "../contract/links.ts";
import { PostingsCollector } from "../search/postings.ts";

export interface Urls {
	/** The base URL. No trailing slash. */
	readonly base: string;
	/** The URL above `sounds/` and `instants_images/`. No trailing slash. */
	readonly media: string;
}

export const BLOCK_SIZE = 25;

/** The rows of BLOCK_SIZE positions. */
export interface Block {
	/** One row per line. */
	readonly text: Buffer;
	/** The positions of removed clips, which have no row, counted from the first of the block. */
	readonly removed: readonly number[];
}

export class Content {
	readonly urls: Urls;
	readonly slugs: string[] = [];
	readonly postings = new PostingsCollector();
	readonly #blocks: Block[] = [];
	#rows: string[] = [];
	#removed: number[] = [];

	constructor(urls: Urls) {
		this.urls = urls;
	}

	/** Adds the record of the next position. */
	add(record: CatalogueRecord): void {
		this.slugs.push(record.slug);
		const isRemoved = "removed" in record;
		if (isRemoved) this.#removed.push((this.slugs.length - 1) % BLOCK_SIZE);
		else this.#rows.push(`${rowJson(record, this.urls)}\n`);
		this.postings.add(isRemoved ? undefined : record.name);
		if (this.slugs.length % BLOCK_SIZE === 0) this.#endBlock();
	}

	/** All rows by position. To be read only after the last record was added. */
	get blocks(): readonly Block[] {
		if (this.#rows.length + this.#removed.length > 0) this.#endBlock();
		return this.#blocks;
	}

	#endBlock(): void {
		this.#blocks.push({ text: Buffer.from(this.#rows.join("")), removed: this.#removed });
		this.#rows = [];
		this.#removed = [];
	}

	isRemoved(position: number): boolean {
		const block = this.blocks[Math.floor(position / BLOCK_SIZE)];
		return block?.removed.includes(position % BLOCK_SIZE) ?? false;
	}

	/** The row at each position; undefined for removed clips. */
	*rows(): Generator<string | undefined> {
		for (const { text, removed } of this.blocks) {
			const rows = text.toString().split("\n");
			rows.pop();
			for (let offset = 0, next = 0; next < rows.length || removed.includes(offset); offset++) {
				yield removed.includes(offset) ? undefined : rows[next++];
			}
		}
	}

	/** The name at each position; undefined for removed clips. */
	*names(): Generator<string | undefined> {
		for (const row of this.rows()) {
			yield row === undefined ? undefined : (JSON.parse(row) as Instant).name;
		}
	}
}

function rowJson(instant: CatalogueInstant, urls: Urls): string {
	const urlOf = ({ path }: MediaPath, field: MediaField): string =>
		mediaUrl(urls.media, MEDIA_FOLDERS[field], path);
	return instantJson(withMedia(instant, urlOf));
}
