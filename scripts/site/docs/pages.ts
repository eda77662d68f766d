/** The documentation: each document as Markdown, and as a page with the navigation. */
import { readFileSync } from "node:fs";
import type { OpenAPIV3_1 } from "openapi-types";
import { fillTemplate } from "../../bundling/template.ts";
import { TARBALL } from "../../console/invocation.ts";
import type { Instant } from "../../contract/instant.ts";
import { MAX_TAGS } from "../../contract/query.ts";
import { EMBED_PATH, frameCode } from "../../pages/clip-embed.ts";
import { clipPagePath } from "../../pages/clip-page.ts";
import { escaped, html, type Markup, raw } from "../../pages/markup.ts";
import type { SiteFile } from "../bundles.ts";
import { type RenderedDocument, renderDocument } from "./markdown.ts";
import { referenceFacts } from "./reference.ts";
import { programFiles, sampleBlocks, TOPICS } from "./samples.ts";

/** In the order of the navigation. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
	"": ["index"],
	Use: ["bot", "page", "search", "versions", "reference", "soundboard", "call"],
	"Run your own": ["publish", "moving", "mirror"],
};

const NAMES = Object.values(GROUPS).flat();

const sourceOf = (file: string): URL => new URL(file, import.meta.url);

/** Tells readers that this host does not answer API requests. */
const NO_CODE = html`<p><strong>This site is built for hosts that only serve files and ignore queries.</strong> The <a href="reference.html#the-files">files</a> work everywhere: start at <a href="../v1/instants/page/1.json"><code>v1/instants/page/1.json</code></a> and follow <code>next</code>. Paths that begin with <code>/api/</code> are answered only by a host that runs code.</p>`;

/** The address of a page, relative to the other pages. */
function addressOf(name: string): string {
	return name === "index" ? "./" : `${name}.html`;
}

/** The absolute URLs of all pages. */
export function docsAddresses(baseUrl: string): string[] {
	return NAMES.map((name) => new URL(addressOf(name), `${baseUrl}/docs/`).href);
}

interface Page extends RenderedDocument {
	readonly name: string;
	readonly markdown: string;
}

/**
 * @param example a clip with a page; undefined if there is none
 * @param facts the values for the layout
 */
export function docsPages(
	baseUrl: string,
	openApi: OpenAPIV3_1.Document,
	runsCode: boolean,
	example: Instant | undefined,
	facts: Readonly<Record<string, string | Markup>>,
): SiteFile[] {
	const slug = example?.slug ?? "SLUG";
	const texts = {
		base: baseUrl,
		slug,
		frame: frameCode(example ?? { name: "NAME" }, `${baseUrl}${clipPagePath(slug)}`),
		tarball: TARBALL,
		max_tags: `${MAX_TAGS}`,
		example: JSON.stringify(openApi.components?.schemas?.Page?.examples?.[0], null, 2),
		store_example: readFileSync(sourceOf("store-example.txt"), "utf8").trimEnd(),
		...Object.fromEntries(TOPICS.map((topic) => [`sample_${topic}`, sampleBlocks(topic, baseUrl)])),
		...referenceFacts(openApi),
	};
	const live = example === undefined ? {} : liveExamples(example);
	const pages = NAMES.map((name): Page => {
		const markdown = fillTemplate(sourceOf(`${name}.md`), texts);
		return { name, markdown, ...renderDocument(markdown, live) };
	});
	const files = pages.flatMap((page): SiteFile[] => {
		const { name, markdown, heading, lead, content } = page;
		const values = {
			...facts,
			heading,
			lead,
			content,
			address: new URL(addressOf(name), `${baseUrl}/docs/`).href,
			markdown: `${name}.md`,
			navigation: navigation(pages, page),
			neighbours: neighbours(pages, page),
			no_code: runsCode ? "" : NO_CODE,
		};
		const filled = fillTemplate(sourceOf("layout.html"), values, escaped);
		return [
			{ path: `docs/${name}.html`, content: filled },
			{ path: `docs/${name}.md`, content: markdown },
		];
	});
	const contract = readFileSync(sourceOf("contract.txt"), "utf8");
	return [...files, { path: "docs/contract.txt", content: contract }, ...programFiles(baseUrl)];
}

/** Lists all pages, and the sections of the page that is shown. */
function navigation(pages: readonly Page[], shown: Page): Markup {
	const items = shown.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
	const sections = items.length > 0 && html`<ul>${items}</ul>`;
	const item = (page: Page): Markup => {
		const isShown = page === shown;
		return html`<li><a href="${addressOf(page.name)}"${isShown && html` aria-current="page"`}>${page.heading}</a>${isShown && sections}</li>`;
	};
	const groups = Object.entries(GROUPS).map(([title, names]) => {
		const items = pages.filter(({ name }) => names.includes(name)).map(item);
		return html`${title && html`<p>${title}</p>`}<ul>${items}</ul>`;
	});
	return html`${groups}`;
}

/** The previous and the next page, in the order of the navigation. */
function neighbours(pages: readonly Page[], shown: Page): Markup {
	const at = pages.indexOf(shown);
	const link = (rel: "prev" | "next", label: string, page: Page | undefined) =>
		page &&
		html`<a rel="${rel}" href="${addressOf(page.name)}"><small>${label}</small> ${page.heading}</a>`;
	return html`${link("prev", "Previous", pages[at - 1])}${link("next", "Next", pages[at + 1])}`;
}

/** What the code for other sites shows, with addresses that also work on mirrors. */
function liveExamples(clip: Instant): Readonly<Record<string, Markup>> {
	const frame = frameCode(clip, `..${clipPagePath(clip.slug)}`);
	return {
		button: html`<div class="live"><script type="module" src="..${EMBED_PATH}"></script><instants-button slug="${clip.slug}"></instants-button></div>`,
		// Our pages' CSP forbids `style` attributes.
		frame: html`<div class="live">${raw(frame.replace(/ style="[^"]*"/, ' loading="lazy"'))}</div>`,
	};
}
