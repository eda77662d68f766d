/** Lists the pages of a site for search engines, in parts. https://www.sitemaps.org/protocol.html */
import { clipPagePath } from "../contract/clip-page.ts";
import type { SiteFile } from "./bundles.ts";
import { escaped } from "./docs/markup.ts";

/** Positions in a part. A part may list 50,000 pages, but it changes with each of its clips. */
const PART = 5000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap.
 * @param slugs by position; undefined for clips without a page
 * @param others the complete URLs of other pages
 */
export function* sitemapFiles(
	baseUrl: string,
	slugs: readonly (string | undefined)[],
	others: readonly string[],
): Generator<SiteFile> {
	const parts = Math.max(1, Math.ceil(slugs.length / PART));
	const paths: string[] = [];
	// Slugs need no escape.
	const base = escaped(baseUrl);
	for (let part = 0; part < parts; part++) {
		const clips = slugs.slice(part * PART, (part + 1) * PART);
		const pages = clips
			.filter((slug) => slug !== undefined)
			.map((slug) => `${base}${clipPagePath(slug)}`);
		const content = urlSet(part === 0 ? [...others.map((url) => escaped(url)), ...pages] : pages);
		const path = parts === 1 ? "sitemap.xml" : `sitemap/${part + 1}.xml`;
		paths.push(path);
		yield { path, content };
	}
	if (parts > 1) yield { path: "sitemap.xml", content: index(base, paths) };
}

function urlSet(pages: readonly string[]): string {
	const urls = pages.map((url) => `<url><loc>${url}</loc></url>\n`).join("");
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n${urls}</urlset>\n`;
}

function index(base: string, paths: readonly string[]): string {
	const parts = paths.map((path) => `<sitemap><loc>${base}/${path}</loc></sitemap>\n`).join("");
	return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${XMLNS}>\n${parts}</sitemapindex>\n`;
}
