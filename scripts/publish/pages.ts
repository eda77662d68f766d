/** The bodies of stored pages: what the API answers when it is asked without `format`. */

import type { CatalogueInstant } from "../catalogue/instant.ts";
import { instantJson, pageJson, storedPage } from "../contract/envelope.ts";
import { type LinkQuery, mediaUrl, pageLinks } from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";

/** Where a tree will be reached. */
export interface Urls {
	/** No trailing slash. */
	readonly base: string;
	/** Where `sounds/` and `instants_images/` are; no trailing slash. */
	readonly media: string;
}

/** One clip as the API shows it, as JSON. */
export function rowJson(instant: CatalogueInstant, urls: Urls): string {
	const { sound, image } = instant;
	return instantJson({
		...instant,
		sound: mediaUrl(urls.media, "sounds", sound.path),
		image: image === null ? null : mediaUrl(urls.media, "instants_images", image.path),
	});
}

/** All pages of a result, in order; an empty result has one. */
export function* resultPages(
	instants: readonly CatalogueInstant[],
	query: LinkQuery,
	urls: Urls,
): Generator<string> {
	const pages = pageCount(instants.length);
	for (let page = 1; page <= pages; page++) {
		const rows = instants
			.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
			.map((instant) => rowJson(instant, urls));
		yield pageJson(storedPage(instants.length, rows), pageLinks(urls.base, query, page, pages));
	}
}
