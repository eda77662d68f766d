/** The page at `/docs/`: static HTML with relative URLs, which loads nothing from another origin. */
import { html } from "hono/html";
import type { LinkStyle } from "../../contract/links.ts";
import { API_PATH } from "../../contract/links.ts";
import { PAGE } from "../../openapi/schemas.ts";
import { guides, PROMISE, type Section } from "./guides.ts";
import { codeBlock, type Markup } from "./markup.ts";
import { headers, type OpenApi, operations, schemas } from "./reference.ts";
import { REQUESTS } from "./requests.ts";
import { SOUNDBOARD } from "./soundboard.ts";
import { TRY } from "./try.ts";

/** https://www.w3.org/TR/CSP3/ */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
].join("; ");

/** URLs of the page's style and script, relative to the page. */
export interface Assets {
	readonly style: string;
	readonly script: string;
}

function section({ id, title, body }: Section): Markup {
	return html`<section id="${id}"><h2>${title}</h2>${body}</section>`;
}

function navigation(groups: Readonly<Record<string, readonly Section[]>>): Markup {
	const lists = Object.entries(groups).map(
		([title, sections]) => html`
<p>${title}</p>
<ul>${sections.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ul>`,
	);
	return html`<nav aria-label="On this page">${lists}</nav>`;
}

/** Without this, people would send requests that such a host does not answer. */
const FILES_ALONE = html`
<p><strong>This site is built for hosts that serve files alone and ignore queries.</strong> The <a href="#files">files</a> work everywhere: start at <a href="../v1/instants/page/1.json"><code>v1/instants/page/1.json</code></a> and follow <code>next</code>. Paths that begin with <code>/api/</code> are answered only by a host that runs code.</p>`;

function intro(baseUrl: string, { info }: OpenApi, links: LinkStyle): Markup {
	return html`
${links === "path" ? FILES_ALONE : ""}
<p>${info.summary} ${info.description}</p>
${codeBlock("Address of the API", `GET ${baseUrl}${API_PATH}?name=&page=&format=`)}
${codeBlock("A page", JSON.stringify(PAGE, null, 2))}
<p>For programs: <a href="../openapi.json">openapi.json</a> (OpenAPI 3.1), from which generators make typed clients.</p>`;
}

/**
 * The whole page.
 * @param links what the stored pages of the tree link to: files, where nothing answers queries
 */
export async function docsPage(
	baseUrl: string,
	document: OpenApi,
	assets: Assets,
	links: LinkStyle = "query",
): Promise<string> {
	const start = [TRY];
	const how = guides(baseUrl);
	const reference: Section[] = [
		REQUESTS,
		{ id: "query-api", title: "The API", body: operations(document, "query") },
		{ id: "files", title: "The files", body: operations(document, "files") },
		{ id: "schemas", title: "Objects", body: schemas(document) },
		{ id: "headers", title: "Headers", body: headers(document) },
	];
	const text = await html`<!doctype html>
<html lang="en" data-site="${baseUrl}" data-chosen="curl">
<head>
	<meta charset="utf-8">
	<meta http-equiv="Content-Security-Policy" content="${POLICY}">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<meta name="color-scheme" content="light dark">
	<meta name="description" content="${document.info.summary}">
	<title>Documentation – ${document.info.title}</title>
	<link rel="stylesheet" href="${assets.style}">
	<link rel="icon" href="../icon.svg" type="image/svg+xml">
	<link rel="service-desc" href="../openapi.json" type="application/json">
	<script type="module" src="${assets.script}"></script>
</head>
<body>
	<a class="skip" href="#content">To the content</a>
	<header><p><a href="../">${document.info.title}</a></p><h1>Documentation</h1></header>
	${navigation({ Start: start, Guides: [...how, PROMISE], Reference: reference, Soundboard: SOUNDBOARD })}
	<main id="content" tabindex="-1">
		${intro(baseUrl, document, links)}
		${[...start, ...how, PROMISE, ...reference, ...SOUNDBOARD].map(section)}
	</main>
	<footer><a href="../">Soundboard</a> <a href="../openapi.json">openapi.json</a> <a href="../latest.json">latest.json</a></footer>
</body>
</html>
`;
	return String(text);
}
