/** Lists the pages of a site for search engines, in parts. https://www.sitemaps.org/protocol.html */
import { clipPagePath } from "../pages/clip-page.ts";
import { escaped } from "../pages/markup.ts";
import type { SiteFile } from "./bundles.ts";

/** The number of positions in a part. The format allows 50,000, but a part changes whenever one of its clips does. */
const PART = 5000;

/**
 * The sitemap.
 * @param slugs the slugs by position; undefined for clips without a page
 * @param others the absolute URLs of other pages
 */
export function* sitemapFiles(
	baseUrl: string,
	slugs: readonly (string | undefined)[],
	others: readonly string[],
): Generator<SiteFile> {
	// Slugs need no escaping.
	const base = escaped(baseUrl);
	const parts = Math.max(1, Math.ceil(slugs.length / PART));
	const paths = Array.from({ length: parts }, (_, part) =>
		parts === 1 ? "sitemap.xml" : `sitemap/${part + 1}.xml`,
	);
	for (const [part, path] of paths.entries()) {
		const pages = slugs
			.slice(part * PART, (part + 1) * PART)
			.filter((slug) => slug !== undefined)
			.map((slug) => `${base}${clipPagePath(slug)}`);
		const listed = part === 0 ? [...others.map((url) => escaped(url)), ...pages] : pages;
		yield { path, content: listOf("urlset", "url", listed) };
	}
	const addresses = paths.map((path) => `${base}/${path}`);
	if (parts > 1)
		yield { path: "sitemap.xml", content: listOf("sitemapindex", "sitemap", addresses) };
}

/** @param addresses escaped */
function listOf(list: string, item: string, addresses: readonly string[]): string {
	const items = addresses.map((url) => `<${item}><loc>${url}</loc></${item}>\n`).join("");
	const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${xmlns}>\n${items}</${list}>\n`;
}
