/** The documentation: a page for each part, all with the same navigation. */
import { html, raw } from "hono/html";
import { fillTemplate } from "../../bundling/template.ts";
import type { SiteFile } from "../assets.ts";
import { coloured } from "./code-colours.ts";
import { escaped, type Markup } from "./markup.ts";

/** In the order of the navigation. */
const PARTS = [
	"index",
	"publish",
	"bot",
	"page",
	"mirror",
	"search",
	"versions",
	"reference",
	"soundboard",
] as const;

const LAYOUT = new URL("layout.html", import.meta.url);

interface Part {
	readonly name: (typeof PARTS)[number];
	readonly heading: string;
	/** The first paragraph, without its markup. */
	readonly lead: Markup;
	readonly content: string;
}

/** The address of a part, relative to the others. */
function addressOf(name: Part["name"]): string {
	return name === "index" ? "./" : `${name}.html`;
}

/** The complete addresses of all parts. */
export function docsAddresses(baseUrl: string): string[] {
	return PARTS.map((name) => new URL(addressOf(name), `${baseUrl}/docs/`).href);
}

/** The pages, from the values for their templates. */
export function docsPages(
	baseUrl: string,
	facts: Readonly<Record<string, string | Markup>>,
): SiteFile[] {
	const parts = PARTS.map((name): Part => {
		const template = new URL(`parts/${name}.html`, import.meta.url);
		const content = coloured(fillTemplate(template, facts, escaped));
		const [, heading = "", lead = ""] = /<h1>([^<]+)<\/h1>\s*<p>(.*?)<\/p>/s.exec(content) ?? [];
		return { name, heading, lead: raw(lead.replace(/<[^>]+>/g, "")), content };
	});
	const addresses = docsAddresses(baseUrl);
	return parts.map((part, i) => {
		const values = {
			...facts,
			heading: part.heading,
			lead: part.lead,
			address: addresses[i] ?? "",
			navigation: navigation(parts, part),
			content: raw(part.content),
		};
		return { path: `docs/${part.name}.html`, content: fillTemplate(LAYOUT, values, escaped) };
	});
}

/** All parts, and the sections of the one that is shown. */
function navigation(parts: readonly Part[], shown: Part): Markup {
	const items = parts.map((part) => {
		const link = html`href="${addressOf(part.name)}"`;
		return part === shown
			? html`<li><a ${link} aria-current="page">${part.heading}</a>${sections(part)}</li>`
			: html`<li><a ${link}>${part.heading}</a></li>`;
	});
	return html`<ul>${items}</ul>`;
}

function sections({ content }: Part): Markup {
	const found = [...content.matchAll(/<section id="([^"]+)">\s*<h2>([^<]+)</g)];
	return html`<ul>${found.map(([, id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
}
