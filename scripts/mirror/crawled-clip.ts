/** A clip as a live server gave it, its media found. */
import type { Instant } from "../contract/instant.ts";

/** A media file of a live server. */
export interface MediaFile {
	/** Where it will lie in the data folder. */
	readonly path: string;
	readonly url: string;
}

/** A clip with complete URLs, and where its media will lie. */
export interface CrawledClip {
	readonly instant: Instant;
	readonly sound: MediaFile;
	readonly image: MediaFile | null;
}
