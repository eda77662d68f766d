/** The clips of a catalogue as the API answers them: each is serialised once, and that text used everywhere. */
import type { CatalogueInstant } from "../catalogue/instant.ts";
import { instantJson } from "../contract/envelope.ts";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { mediaUrl } from "../contract/links.ts";

/** Where a tree will be reached. */
export interface Urls {
	/** No trailing slash. */
	readonly base: string;
	/** Where `sounds/` and `instants_images/` are; no trailing slash. */
	readonly media: string;
}

/** One clip as JSON. */
export function rowJson(instant: CatalogueInstant, urls: Urls): string {
	const { sound, image } = instant;
	return instantJson({
		...instant,
		sound: mediaUrl(urls.media, MEDIA_FOLDERS.sound, sound.path),
		image: image === null ? null : mediaUrl(urls.media, MEDIA_FOLDERS.image, image.path),
	});
}
