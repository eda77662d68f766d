/**
 * The bodies of stored pages: what the API answers when it is asked without `format`, or the same
 * under links to files, for hosts that ignore a query.
 */
import type { CatalogueInstant } from "../catalogue/instant.ts";
import { instantJson, pageJson } from "../contract/envelope.ts";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { type LinkQuery, mediaUrl, neighbours, pageUrl } from "../contract/links.ts";
import { PAGE_SIZE, pageCount } from "../contract/page-number.ts";
import type { LinkStyle } from "../hosts/host.ts";

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
		sound: mediaUrl(urls.media, MEDIA_FOLDERS.sound, sound.path),
		image: image === null ? null : mediaUrl(urls.media, MEDIA_FOLDERS.image, image.path),
	});
}

/** What a stored page is, wherever it links to. */
export interface StoredAt {
	readonly query: LinkQuery;
	/** The file of a page, 1-based. */
	readonly pathOf: (page: number) => string;
}

/** The complete URL by which stored pages link to a page. */
function linkTo({ query, pathOf }: StoredAt, base: string, links: LinkStyle, page: number): string {
	return links === "path" ? `${base}${pathOf(page)}` : pageUrl(base, query, page);
}

/** All pages of a result, in order; an empty result has one. */
export function* resultPages(
	instants: readonly CatalogueInstant[],
	at: StoredAt,
	urls: Urls,
	links: LinkStyle,
): Generator<string> {
	const urlOf = (page: number): string => linkTo(at, urls.base, links, page);
	const pages = pageCount(instants.length);
	for (let page = 1; page <= pages; page++) {
		const rows = instants
			.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
			.map((instant) => rowJson(instant, urls));
		yield pageJson(instants.length, neighbours(urlOf, page, pages), rows);
	}
}
