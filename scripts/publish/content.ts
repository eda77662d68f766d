/** Stores a catalogue in memory during a build. Each clip is serialised once, as a row of the API's JSON. */
import type { MediaPath } from "../catalogue/media-path.ts";
import type { CatalogueInstant, CatalogueRecord } from "../catalogue/record-schema.ts";
import { toJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FOLDERS, type MediaField, withMedia } from "../contract/instant.ts";
import { mediaUrl } from "../contract/links.ts";
import { tagsOf } from "../contract/tags.ts";
import { PostingsCollector } from "../search/postings.ts";
import { TagCollector } from "../search/tag-postings.ts";
import type { MediaPlace } from "../site/site-files.ts";
import type { Order } from "../tree/pointer.ts";

export interface Urls {
	/** The base URL. No trailing slash. */
	readonly base: string;
	/** The URL above `sounds/` and `instants_images/`. No trailing slash. */
	readonly media: string;
	/** "local" if the media are published with the clips. */
	readonly where: MediaPlace["where"];
}

/** Small packs make pages cheap to serve, but a large catalogue would have too many packs. */
export const SMALL_PACK = 50;
export const LARGE_PACK = 2 * SMALL_PACK;

/** The number of rows in a piece: a multiple of the number in a pack, since no pack may span two pieces. */
const PIECE_ROWS = 10 * LARGE_PACK;

/** The maximum number of bytes that a UTF-16 code unit takes in UTF-8. */
const UTF8_BYTES = 3;

/**
 * The rows by position: a line for each clip, and no line for removed clips. Stored as bytes, since a million
 * strings would take several times as much memory.
 */
class RowText {
	readonly #pieces: Buffer[] = [];
	/** Where the line of each position ends in its piece. */
	readonly #ends: number[] = [];
	/** The piece that is being written, and how many of its bytes are used. */
	#open = Buffer.alloc(0);
	#used = 0;

	/** Adds the row of the next position; undefined for a removed clip. */
	add(row: string | undefined): void {
		if (row !== undefined) this.#write(`${row}\n`);
		this.#ends.push(this.#used);
		if (this.#ends.length % PIECE_ROWS === 0) this.#endPiece();
	}

	#write(line: string): void {
		const most = line.length * UTF8_BYTES;
		if (this.#used + most > this.#open.length) {
			this.#open = Buffer.concat([this.#open, Buffer.alloc(this.#open.length + most)]);
		}
		this.#used += this.#open.write(line, this.#used);
	}

	#endPiece(): void {
		this.#pieces.push(Buffer.from(this.#open.subarray(0, this.#used)));
		this.#used = 0;
	}

	/** All rows, in pieces. Like the methods below, must only be used after the last row has been added. */
	get pieces(): readonly Buffer[] {
		if (this.#used > 0) this.#endPiece();
		return this.#pieces;
	}

	/** The lines of the positions from `start` up to but not including `end`, which are in one piece. */
	lines(start: number, end: number): Buffer {
		const piece = this.pieces[Math.floor(start / PIECE_ROWS)] ?? Buffer.alloc(0);
		return piece.subarray(this.#startOf(start), this.#ends[end - 1]);
	}

	/** The row of a position; undefined for a removed clip. */
	at(position: number): string | undefined {
		if (this.isRemoved(position)) return undefined;
		return this.lines(position, position + 1)
			.toString("utf8")
			.trimEnd();
	}

	/** The size of a clip's row, in bytes. */
	size(position: number): number {
		return (this.#ends[position] ?? 0) - this.#startOf(position) - 1;
	}

	isRemoved(position: number): boolean {
		return this.#startOf(position) === this.#ends[position];
	}

	#startOf(position: number): number {
		return position % PIECE_ROWS === 0 ? 0 : (this.#ends[position - 1] ?? 0);
	}
}

export class Content {
	readonly urls: Urls;
	readonly slugs: string[] = [];
	/** Why clips were removed, by position. */
	readonly reasons = new Map<number, string>();
	readonly postings = new PostingsCollector();
	readonly tags = new TagCollector();
	readonly rows = new RowText();

	constructor(urls: Urls) {
		this.urls = urls;
	}

	/** Where the media are. */
	get mediaPlace(): MediaPlace {
		const { media, where } = this.urls;
		return { where, origins: where === "local" ? [] : [new URL(media).origin] };
	}

	/** Adds the record of the next position. */
	add(record: CatalogueRecord): void {
		const clip = "removed" in record ? undefined : record;
		const position = this.slugs.length;
		if (clip !== undefined) this.tags.add(position, tagsOf(clip));
		if ("removed" in record && record.reason) this.reasons.set(position, record.reason);
		this.slugs.push(record.slug);
		this.rows.add(clip && this.#rowJson(clip));
		this.postings.add(clip?.name);
	}

	#rowJson(instant: CatalogueInstant): string {
		// Checked records have their fields in the order of the contract. The function has no name, because tsx
		// would define the name again for each clip.
		return toJson(
			withMedia(instant, ({ path }: MediaPath, field: MediaField) =>
				mediaUrl(this.urls.media, MEDIA_FOLDERS[field], path),
			),
		);
	}

	/** All clips except removed ones, in this order. */
	*clips(order: Order = "first"): Generator<Instant> {
		const { length } = this.slugs;
		for (let i = 0; i < length; i++) {
			const row = this.rows.at(order === "first" ? i : length - 1 - i);
			if (row !== undefined) yield JSON.parse(row) as Instant;
		}
	}
}
