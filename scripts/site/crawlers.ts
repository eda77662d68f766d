/** Files for search engines: what they may read, and which pages to show. */
import { html } from "hono/html";
import type { TextFile } from "./assets.ts";

const PAGES = ["/", "/docs/"];

/** robots.txt and the sitemap it points to. https://www.rfc-editor.org/rfc/rfc9309 https://www.sitemaps.org/protocol.html */
export function crawlerFiles(baseUrl: string): TextFile[] {
	const robots = `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
	const urls = PAGES.map((path) => html`<url><loc>${baseUrl}${path}</loc></url>`);
	const sitemap = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>
`;
	return [
		{ path: "robots.txt", content: robots },
		{ path: "sitemap.xml", content: String(sitemap) },
	];
}
