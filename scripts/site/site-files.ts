/** The files of the site: the soundboard, its assets, the API documentation, and files for crawlers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import { html, raw } from "hono/html";
import { bundle } from "../bundling/bundle.ts";
import { fillTemplate } from "../bundling/template.ts";
import { clipEmbedPath, EMBED_PATH } from "../contract/clip-embed.ts";
import type { Instant } from "../contract/instant.ts";
import { type LinkStyle, OPENAPI_PATH } from "../contract/links.ts";
import type { SiteIdentity } from "../contract/site.ts";
import { openApiDocument } from "../openapi/document.ts";
import type { TemplateName } from "../tree/lookup.ts";
import { NOT_FOUND_PAGE } from "../tree/paths.ts";
import type { Order } from "../tree/pointer.ts";
import { accentStyle } from "./accent.ts";
import { hashedAsset, hashedFile, type SiteFile } from "./assets.ts";
import { ABSENCE, type Absence } from "./board/page/absence.ts";
import type { BuildFacts } from "./board/page/build-facts.ts";
import {
	dome,
	FIRST_TILES,
	firstColours,
	firstTiles,
	tileTemplate,
} from "./board/parts/tile/first-tiles.ts";
import { boardPage } from "./board-page.ts";
import { contentSecurityPolicy, type MediaPlace } from "./content-security-policy.ts";
import { escaped, type Markup } from "./docs/markup.ts";
import { docsAddresses, docsPages } from "./docs/pages.ts";
import { feedLinks } from "./feeds.ts";

export interface SiteFacts {
	readonly site: SiteIdentity;
	/** Where the tree will be served; no trailing slash. */
	readonly baseUrl: string;
	readonly media: MediaPlace;
	/** The kind of addresses that stored pages link to. */
	readonly links: LinkStyle;
	/** Whether the page of a clip, and what other sites need to show it, are published or made by the host's code. */
	readonly hasClipPages: boolean;
	readonly order: Order;
	/** The clips that the front page shows at first. */
	readonly first: readonly Instant[];
	/** Whether most names are too long for tiles. */
	readonly hasLongNames: boolean;
	/** All tags, those of the most clips first. */
	readonly tags: readonly string[];
	/** Whether pages may load the index of all names, to guess what a search means. */
	readonly canGuess: boolean;
}

/** Files that are published unchanged. */
const PUBLIC = new URL("public/", import.meta.url);
/** Files that are published with facts filled in. */
const TEMPLATES = new URL("templates/", import.meta.url);

/** Languages that are written from right to left, unless in the Latin alphabet. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b(?!-latn)/i;

/** Placeholders of clips that are loading. */
const WAITING = html`${Array.from({ length: FIRST_TILES }, () => html`<li class="clip waiting" aria-hidden="true"></li>`)}`;

/** The handler fills this, because it knows the depth of the address (edge/clip.ts). */
const ROOT_SLOT = "{'root'}";
const REASON_SLOT = "{'reason'}";

export interface Site {
	/** All files except the service worker, sorted by path. */
	readonly files: readonly SiteFile[];
	/** The templates of clip pages. */
	readonly templates: Readonly<Record<TemplateName, string>>;
	/** The complete URLs of the pages that search engines should know. */
	readonly addresses: readonly string[];
}

/** The pages of a site, and what they load. */
export function makeSite({
	site,
	baseUrl,
	media,
	links,
	hasClipPages,
	order,
	first,
	hasLongNames,
	tags,
	canGuess,
}: SiteFacts): Site {
	const accent = site.accent === undefined ? "" : accentStyle(site.accent);
	const assets = {
		script: hashedAsset(new URL("board/main.ts", import.meta.url), "soundboard"),
		frame_script: hashedAsset(new URL("board/page/frame.ts", import.meta.url), "frame"),
		style: hashedAsset(new URL("board/board.css", import.meta.url), "soundboard", accent),
		search_script: hashedAsset(new URL("board/data/search-script.ts", import.meta.url), "search"),
		card_script: hashedAsset(new URL("board/parts/card/cards.ts", import.meta.url), "card"),
		extras_script: hashedAsset(new URL("board/data/extras-script.ts", import.meta.url), "extras"),
		docs_script: hashedAsset(new URL("docs/browser/main.ts", import.meta.url), "docs"),
		docs_style: hashedAsset(new URL("docs/browser/docs.css", import.meta.url), "docs", accent),
	};
	const colours = hashedFile(firstColours(first), "first", "css");
	const place = { language: site.language, baseUrl, hasClipPages };
	const document = openApiDocument(baseUrl, site);
	const facts = {
		...Object.fromEntries(Object.entries(assets).map(([name, { path }]) => [name, path])),
		site_title: site.title,
		site_description: site.description,
		language: site.language,
		direction: RIGHT_TO_LEFT.test(site.language) ? "rtl" : "ltr",
		policy: contentSecurityPolicy(media),
		base: baseUrl,
		facts: JSON.stringify({
			home: { base_url: baseUrl, media: media.where },
			searchScript: assets.search_script.path,
			cardScript: assets.card_script.path,
			extrasScript: assets.extras_script.path,
			isForFilesOnly: links === "path",
			isNewestFirst: order === "newest",
			hasClipPages,
			canGuess,
		} satisfies BuildFacts),
		board_class: hasLongNames ? "board list" : "board",
		tile: tileTemplate(site.language),
		tags: chips(tags),
		dome: dome(),
		// Where the API answers, most visits do without it.
		early:
			links === "path" ? html`<link rel="modulepreload" href="${assets.search_script.path}">` : "",
		feeds: order === "newest" ? feedLinks(site) : "",
	};
	const filled = (path: string): string => {
		const print = PRINTS[path.slice(path.lastIndexOf(".") + 1)] ?? escaped;
		return fillTemplate(new URL(path, TEMPLATES), facts, print);
	};
	const home = boardPage("home", {
		...facts,
		first_clips: firstTiles(first, place),
		first_style: html`<link rel="stylesheet" href="${colours.path}">`,
	});
	// A clip page does not change with other clips.
	const waiting = { ...facts, first_clips: WAITING, first_style: "" };
	const clip = boardPage("clip", { ...waiting, embed: hasClipPages ? embedLink(baseUrl) : "" });
	const missing = (why: Absence, more = ""): string => {
		const { title, text } = ABSENCE[why];
		return boardPage("missing", { ...waiting, absence: title }, { title, text: text + more });
	};
	const pages = pathsIn(TEMPLATES).map((path) => ({ path, content: filled(path) }));
	const root = `${new URL(baseUrl).pathname.replace(/\/$/, "")}/`;
	const templates = {
		clip: withRoot(clip, "../../"),
		gone: withRoot(missing("Gone.", ` ${REASON_SLOT}`), ROOT_SLOT),
		missing: withRoot(missing("Not found."), ROOT_SLOT),
		provider: site.title,
	};
	const unchanged = pathsIn(PUBLIC).map((path) => {
		return { path, content: readFileSync(new URL(path, PUBLIC)) };
	});
	const openApi = {
		path: OPENAPI_PATH.slice(1),
		content: `${JSON.stringify(document, null, "\t")}\n`,
	};
	const files = [
		...unchanged,
		...pages,
		{ path: "index.html", content: home },
		// It is served at any depth, so its addresses must not be relative.
		{ path: NOT_FOUND_PAGE, content: withRoot(missing("Not found."), root) },
		...docsPages(baseUrl, document, links, hasClipPages ? first[0] : undefined, facts),
		...Object.values(assets),
		colours,
		// Its address never changes, since other sites write it into their pages.
		{ path: EMBED_PATH.slice(1), content: bundle(new URL("embed/button.ts", import.meta.url)) },
		openApi,
	];
	const addresses = [`${baseUrl}/`, ...docsAddresses(baseUrl)];
	return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), templates, addresses };
}

/** Nobody reads a longer row to its end. */
const MAX_CHIPS = 30;

/** The most frequent tags. */
function chips(tags: readonly string[]): Markup {
	return html`${tags
		.slice(0, MAX_CHIPS)
		.map(
			(tag) =>
				html`<li><button type="button" aria-pressed="false" data-tag="${tag}" dir="auto">${tag}</button></li>`,
		)}`;
}

/** The link from a clip page to its description for other sites. https://oembed.com/#section4 */
function embedLink(baseUrl: string): Markup {
	const url = `${baseUrl}${clipEmbedPath("{'slug'}")}`;
	return html`<link rel="alternate" type="application/json+oembed" href="${raw(url)}" title="${raw("{'title'}")}">`;
}

/** The page with `root`, which ends in a slash, before its relative addresses. */
function withRoot(page: string, root: string): string {
	return page.replace(
		/ (href|src|action)="(?:\.\/)?(?![#/{]|[a-z]+:)/g,
		(_, name: string) => ` ${name}="${root}`,
	);
}

function pathsIn(folder: URL): string[] {
	return fastGlob.sync("**", { cwd: fileURLToPath(folder) });
}

/** How values are written into templates, by their extension; escaped for markup if not here. */
const PRINTS: Readonly<Record<string, (value: string | Markup) => string>> = {
	// A title must not break the line.
	txt: (value) => String(value).replace(/\s+/g, " "),
	webmanifest: (value) => JSON.stringify(String(value)).slice(1, -1),
};
