/** The files of the site: the soundboard, its bundles, the API documentation, and files for crawlers. */
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../bundling/bundle.ts";
import { fillTemplate } from "../bundling/template.ts";
import type { Instant } from "../contract/instant.ts";
import { OPENAPI_PATH } from "../contract/links.ts";
import type { SiteIdentity } from "../contract/site.ts";
import { openApiDocument } from "../openapi/document.ts";
import { EMBED_PATH } from "../pages/clip-embed.ts";
import { escaped, html, type Markup, raw } from "../pages/markup.ts";
import type { TemplateName } from "../tree/lookup.ts";
import { NOT_FOUND_PAGE } from "../tree/paths.ts";
import type { Order } from "../tree/pointer.ts";
import { filesBelow } from "../tree/write/own-tree.ts";
import { ABSENCE, type Absence } from "./board/page/absence.ts";
import type { BuildFacts } from "./board/page/build-facts.ts";
import { type CardTexts, card } from "./board/parts/card/markup.ts";
import { chip } from "./board/parts/listing/markup.ts";
import { FIRST_TILES, firstColours, firstTiles, WAITING } from "./board/parts/tile/markup.ts";
import { hashedFile, namedPage, type SiteFile, siteBundles } from "./bundles.ts";
import { docsAddresses, docsPages } from "./docs/pages.ts";
import { feedLink } from "./feed.ts";

export interface MediaPlace {
	readonly where: "local" | "remote";
	/** The origins of remote media. */
	readonly origins: readonly string[];
}

export interface SiteFacts {
	readonly site: SiteIdentity;
	/** The address at which the tree will be served; no trailing slash. */
	readonly baseUrl: string;
	readonly media: MediaPlace;
	/** Whether the host runs code that answers API requests. */
	readonly runsCode: boolean;
	/** Whether clips have pages and oEmbed answers, as files or from the host's code. */
	readonly hasClipPages: boolean;
	readonly order: Order;
	/** The clips that the front page shows at first. */
	readonly first: readonly Instant[];
	/** Whether most names are too long for tiles. */
	readonly hasLongNames: boolean;
	/** All tags, the most frequent first. */
	readonly tags: readonly string[];
	/** Whether pages may load the index of all names, to guess what a search means. */
	readonly canGuess: boolean;
}

/** Files that are published unchanged. */
const PUBLIC = new URL("public/", import.meta.url);
/** Files that are published with facts filled in. */
const TEMPLATES = new URL("templates/", import.meta.url);

/** The markup of the board. */
const BOARD = new URL("board/", import.meta.url);

const PARTS = {
	icons: "looks/icons.html",
	bar: "parts/bar/bar.html",
	listing: "parts/listing/listing.html",
	footer: "parts/footer/footer.html",
	dock: "parts/strip/dock.html",
	sheet: "parts/card/dialog.html",
} as const;

/** Languages that are written from right to left, unless they use the Latin alphabet. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b(?!-latn)/i;

/** Markup that the handler fills in (pages/clip-page.ts). */
const slot = (name: string): Markup => raw(`{'${name}'}`);

/** Filled in by the handler, which knows the depth of the address (edge/clip.ts). */
const ROOT_SLOT = slot("root");

/** A card for the template of clip pages. */
const CARD_OF_SLOTS: CardTexts = {
	...{ label: slot("name"), name: slot("name"), about: slot("about") },
	clip: {
		...{ slug: slot("slug"), sound: slot("sound"), time: slot("time") },
		...{ tags: slot("tags"), image: null, embed: { code: "", url: "" } },
	},
};

/** The maximum number of tags in the row: nobody would read more. */
const MAX_CHIPS = 30;

export interface Site {
	/** All files except the service worker, sorted by path. */
	readonly files: readonly SiteFile[];
	/** The templates of clip pages. */
	readonly templates: Readonly<Record<TemplateName, string>>;
	/** The absolute URLs of the pages that search engines should index. */
	readonly addresses: readonly string[];
}

/** The pages of a site, and the files that they load. */
export function makeSite(facts: SiteFacts): Site {
	const { site, baseUrl, runsCode, hasClipPages, first } = facts;
	const bundles = siteBundles(site.accent);
	const colours = hashedFile(firstColours(first), "first", "css");
	const document = openApiDocument(baseUrl, site);
	const values = valuesFor(facts, bundles);
	const { home, missing, templates } = boardPages(facts, values, colours.path);
	const files = [
		...pathsIn(PUBLIC).map((path) => ({ path, content: readFileSync(new URL(path, PUBLIC)) })),
		...pathsIn(TEMPLATES).map((path) => ({
			path,
			content: filled(new URL(path, TEMPLATES), values),
		})),
		{ path: "index.html", content: home },
		{ path: NOT_FOUND_PAGE, content: missing },
		...docsPages(baseUrl, document, runsCode, hasClipPages ? first[0] : undefined, values),
		...Object.values(bundles),
		colours,
		// The address of this file never changes, since other sites have it in their pages.
		{ path: EMBED_PATH.slice(1), content: bundle(new URL("embed/button.ts", import.meta.url)) },
		{ path: OPENAPI_PATH.slice(1), content: `${JSON.stringify(document, null, "\t")}\n` },
	];
	const addresses = [`${baseUrl}/`, ...docsAddresses(baseUrl)];
	files.sort((a, b) => (a.path < b.path ? -1 : 1));
	return { files: files.map(namedPage), templates, addresses };
}

type Values = Readonly<Record<string, string | Markup>>;

/** The values for all pages and templates. */
function valuesFor(
	{ site, baseUrl, media, runsCode, hasClipPages, order, hasLongNames, tags, canGuess }: SiteFacts,
	bundles: ReturnType<typeof siteBundles>,
): Values {
	return {
		...Object.fromEntries(Object.entries(bundles).map(([name, { path }]) => [name, path])),
		site_title: site.title,
		site_description: site.description,
		language: site.language,
		direction: RIGHT_TO_LEFT.test(site.language) ? "rtl" : "ltr",
		policy: contentSecurityPolicy(media),
		base: baseUrl,
		facts: JSON.stringify({
			home: { base_url: baseUrl, media: media.where },
			searchScript: bundles.search_script.path,
			cardScript: bundles.card_script.path,
			padsScript: bundles.pads_script.path,
			outputsScript: bundles.outputs_script.path,
			farRowsScript: bundles.far_rows_script.path,
			extrasScript: bundles.extras_script.path,
			runsCode,
			isNewestFirst: order === "newest",
			hasClipPages,
			canGuess,
		} satisfies BuildFacts),
		board_class: hasLongNames ? "board list" : "board",
		tags: html`${tags.slice(0, MAX_CHIPS).map(chip)}`,
		feed: order === "newest" ? feedLink(site) : "",
	};
}

/**
 * Limits what pages may load and run: nothing inline, nothing evaluated, and nothing from another origin except
 * media hosted there. The policy is in the pages themselves, so that it also applies on hosts and mirrors that do
 * not send our headers. https://www.w3.org/TR/CSP3/
 */
function contentSecurityPolicy({ origins }: MediaPlace, own = "'self'"): string {
	const media = [own, ...origins].join(" ");
	return [
		"default-src 'none'",
		`script-src ${own}`,
		`style-src ${own}`,
		`img-src ${media}`,
		`media-src ${media}`,
		`connect-src ${media}`,
		// Pages show how a clip looks in a frame.
		"frame-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		// Text cannot become markup or a script, except through one module (board/page/trusted.ts).
		// https://www.w3.org/TR/trusted-types/
		"require-trusted-types-for 'script'",
		"trusted-types instants",
	].join("; ");
}

/** The front page, the 404 page, and the templates of clip pages. */
function boardPages(
	{ site, baseUrl, media, runsCode, hasClipPages, first }: SiteFacts,
	values: Values,
	colours: string,
) {
	// Some sites sandbox the frame of a clip. The frame then has no origin, and in WebKit nothing matches `'self'`.
	const framed = contentSecurityPolicy(media, `'self' ${new URL(baseUrl).origin}`);
	const at = (root: string | Markup, more: Values = {}): Values => ({
		...values,
		root,
		// Where the API answers, most visits do not need this script.
		early: runsCode ? "" : html`<link rel="modulepreload" href="${root}${values.search_script}">`,
		// Placeholders, so that a clip page does not change with other clips.
		first_clips: html`${Array<Markup>(FIRST_TILES).fill(WAITING)}`,
		first_style: "",
		...more,
	});
	const missing = (root: string | Markup, why: Absence, reason?: Markup): string => {
		const { title, text } = ABSENCE[why];
		const about = html`${text}${reason && html` ${reason}`}`;
		const absent = card({ label: title, name: title, about }, site.language);
		return boardPage("missing", at(root, { policy: framed, absence: title, card: absent }));
	};
	const tiles = firstTiles(first, site.language, baseUrl, hasClipPages);
	const firstStyle = html`<link rel="stylesheet" href="${colours}">`;
	return {
		home: boardPage("home", at("./", { first_clips: tiles, first_style: firstStyle })),
		// This page is served at any depth, so its addresses must not be relative.
		missing: missing(new URL(`${baseUrl}/`).pathname, "Not found."),
		templates: {
			clip: boardPage(
				"clip",
				at("../../", { policy: framed, card: card(CARD_OF_SLOTS, site.language) }),
			),
			gone: missing(ROOT_SLOT, "Gone.", slot("reason")),
			missing: missing(ROOT_SLOT, "Not found."),
			provider: site.title,
		},
	};
}

/**
 * Assembles a page of the board from the markup of its parts.
 * @param kind the front page, the template of clip pages, or a page that says why there is no clip
 * @param values the values for the slots in the parts
 */
function boardPage(kind: "home" | "clip" | "missing", values: Values): string {
	const part = (path: string, own = values): Markup =>
		raw(filled(new URL(path, BOARD), own).trimEnd());
	const parts = { ...PARTS, head: `parts/head/${kind}.html` };
	const markup = Object.entries(parts).map(([name, path]) => [name, part(path)]);
	const featured = kind === "home" ? "" : part(`parts/card/${kind}.html`);
	return String(part("index.html", { ...values, ...Object.fromEntries(markup), featured }));
}

function pathsIn(folder: URL): string[] {
	return [...filesBelow(fileURLToPath(folder).slice(0, -1)).keys()];
}

/**
 * How values are written into templates, by file extension; in all other templates, values are escaped for
 * markup.
 */
const PRINTS: Readonly<Record<string, (value: string | Markup) => string>> = {
	// A title must not break the line.
	".txt": (value) => String(value).replace(/\s+/g, " "),
	".webmanifest": (value) => JSON.stringify(String(value)).slice(1, -1),
};

/** A file with its values filled in, in the form that its language needs. */
function filled(template: URL, values: Values): string {
	return fillTemplate(template, values, PRINTS[extname(template.pathname)] ?? escaped);
}
