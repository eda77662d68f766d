/** The documentation: a page for each part, all with the same navigation. */
import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import { fillTemplate } from "../../bundling/template.ts";
import type { SiteFile } from "../assets.ts";
import { coloured } from "./code-colours.ts";
import { markdownOf } from "./markdown.ts";
import { escaped, type Markup } from "./markup.ts";
import { readyMade } from "./samples.ts";

/** In the order of the navigation. */
const GROUPS = [
	["", ["index"]],
	["Use", ["bot", "page", "search", "versions", "reference", "soundboard"]],
	["Run your own", ["publish", "mirror"]],
] as const;

const PARTS = GROUPS.flatMap(([, names]) => names);

const LAYOUT = new URL("layout.html", import.meta.url);

const CONTRACT = new URL("contract.txt", import.meta.url);

interface Part {
	readonly name: (typeof PARTS)[number];
	readonly heading: string;
	/** The first paragraph, without its markup. */
	readonly lead: Markup;
	readonly content: string;
	readonly markdown: string;
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
		const plain = fillTemplate(template, facts, escaped);
		const content = coloured(plain);
		const [, heading = "", lead = ""] = /<h1>([^<]+)<\/h1>\s*<p>(.*?)<\/p>/s.exec(content) ?? [];
		return {
			name,
			heading,
			lead: raw(lead.replace(/<[^>]+>/g, "")),
			content,
			markdown: markdownOf(plain),
		};
	});
	const addresses = docsAddresses(baseUrl);
	const pages = parts.map((part, i) => {
		const values = {
			...facts,
			heading: part.heading,
			lead: part.lead,
			address: addresses[i] ?? "",
			markdown: `${part.name}.md`,
			navigation: navigation(parts, part),
			contents: contents(part),
			content: raw(withHeadingLinks(part.content)),
			turn: turn(parts[i - 1], parts[i + 1]),
		};
		return { path: `docs/${part.name}.html`, content: fillTemplate(LAYOUT, values, escaped) };
	});
	const markdown = parts.map((part) => ({
		path: `docs/${part.name}.md`,
		content: part.markdown,
	}));
	const contract = { path: "docs/contract.txt", content: readFileSync(CONTRACT, "utf8") };
	return [...pages, ...markdown, contract, ...readyMade(baseUrl)];
}

/** All parts with their sections; those of others are shown to who searches for them. */
function navigation(parts: readonly Part[], shown: Part): Markup {
	const item = (part: Part): Markup => {
		const address = addressOf(part.name);
		const current = part === shown ? html` aria-current="page"` : "";
		const inside = sectionsOf(part, part === shown ? "" : address);
		return html`<li><a href="${address}"${current}>${part.heading}</a>${inside}</li>`;
	};
	const groups = GROUPS.map(([title, names]) => {
		const items = parts.filter(({ name }) => (names as readonly string[]).includes(name)).map(item);
		return html`${title === "" ? "" : html`<p>${title}</p>`}<ul>${items}</ul>`;
	});
	return html`${groups}`;
}

const SECTION = /<section id="([^"]+)">\s*<h2>([^<]+)<\/h2>/g;

/** @param page the address of the page, if it is another */
function sectionsOf({ content }: Part, page: string): Markup {
	const items = [...content.matchAll(SECTION)].map(
		([, id, title]) => html`<li><a href="${page}#${id}">${raw(title ?? "")}</a></li>`,
	);
	return items.length === 0 ? html`` : html`<ul>${items}</ul>`;
}

/** The sections of a page on screens that have no room for them beside the text. */
function contents(part: Part): Markup {
	return html`<details class="contents"><summary>On this page</summary>${sectionsOf(part, "")}</details>`;
}

function withHeadingLinks(content: string): string {
	return content.replace(
		SECTION,
		(section, id: string, title: string) =>
			`${section.slice(0, -"</h2>".length)}<a class="link" href="#${id}" aria-label="Link to “${title}”">#</a></h2>`,
	);
}

function turn(previous: Part | undefined, next: Part | undefined): Markup {
	const link = (rel: string, part: Part | undefined): Markup | string =>
		part === undefined
			? ""
			: html`<a rel="${rel}" href="${addressOf(part.name)}">${part.heading}</a>`;
	return html`${link("prev", previous)}${link("next", next)}`;
}
