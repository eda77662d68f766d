/**
 * What a build keeps of a catalogue: each clip serialised once, as the API answers it, and used
 * everywhere. Rows are kept as bytes, some together, since a million strings take several times as much.
 */
import type { CatalogueInstant, CatalogueRecord } from "../catalogue/instant.ts";
import { instantJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FOLDERS } from "../contract/instant.ts";
import { mediaUrl } from "../contract/links.ts";
import { PostingsCollector } from "../search/postings.ts";

/** Where a tree will be reached. */
export interface Urls {
	/** No trailing slash. */
	readonly base: string;
	/** Where `sounds/` and `instants_images/` are; no trailing slash. */
	readonly media: string;
}

/** Positions in a block of rows. */
export const BLOCK_SIZE = 25;

/** The rows at BLOCK_SIZE positions. */
export interface Block {
	/** One row a line. */
	readonly text: Buffer;
	/** Positions without a row, because their clips were removed, from the first position of the block. */
	readonly removed: readonly number[];
}

export class Content {
	readonly urls: Urls;
	/** The slug at each position. */
	readonly slugs: string[] = [];
	readonly postings = new PostingsCollector();
	readonly #blocks: Block[] = [];
	#rows: string[] = [];
	#removed: number[] = [];

	constructor(urls: Urls) {
		this.urls = urls;
	}

	/** Adds the record at the next position. */
	add(record: CatalogueRecord): void {
		this.slugs.push(record.slug);
		const isRemoved = "removed" in record;
		if (isRemoved) this.#removed.push((this.slugs.length - 1) % BLOCK_SIZE);
		else this.#rows.push(`${rowJson(record, this.urls)}\n`);
		this.postings.add(isRemoved ? undefined : record.name);
		if (this.slugs.length % BLOCK_SIZE === 0) this.#endBlock();
	}

	/** All rows in blocks, by position. To be called when all records were added. */
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

	/** The row of the clip at each position; undefined where it was removed. */
	*rows(): Generator<string | undefined> {
		for (const { text, removed } of this.blocks) {
			const rows = text.toString().split("\n");
			rows.pop();
			for (let offset = 0, next = 0; next < rows.length || removed.includes(offset); offset++) {
				yield removed.includes(offset) ? undefined : rows[next++];
			}
		}
	}

	/** The name of the clip at each position; undefined where it was removed. */
	*names(): Generator<string | undefined> {
		for (const row of this.rows()) {
			yield row === undefined ? undefined : (JSON.parse(row) as Instant).name;
		}
	}
}

function rowJson(instant: CatalogueInstant, urls: Urls): string {
	const { sound, image } = instant;
	return instantJson({
		...instant,
		sound: mediaUrl(urls.media, MEDIA_FOLDERS.sound, sound.path),
		image: image === null ? null : mediaUrl(urls.media, MEDIA_FOLDERS.image, image.path),
	});
}
