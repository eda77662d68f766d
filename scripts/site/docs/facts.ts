/** What the template of the docs page does not say itself: samples, examples and the reference. */
import { readFileSync } from "node:fs";
import { html } from "hono/html";
import { TARBALL } from "../../console/version.ts";
import type { LinkStyle } from "../../contract/links.ts";
import { FORMATS, MAX_TAGS } from "../../contract/query.ts";
import { PAGE } from "../../openapi/schemas.ts";
import { PUBLISHED_KINDS } from "../../tree/published-files.ts";
import { codeBlock, type Markup } from "./markup.ts";
import { headers, type OpenApi, operations, schemas } from "./reference.ts";
import { samples, TOPICS } from "./samples.ts";

/** Without this, people would send requests that such a host does not answer. */
const FILES_ALONE = html`<p><strong>This site is built for hosts that serve files alone and ignore queries.</strong> The <a href="reference.html#files">files</a> work everywhere: start at <a href="../v1/instants/page/1.json"><code>v1/instants/page/1.json</code></a> and follow <code>next</code>. Paths that begin with <code>/api/</code> are answered only by a host that runs code.</p>`;

const STORE_EXAMPLE = new URL("store-example.txt", import.meta.url);

/** The values for the template of a tree at this base URL. Text is to be escaped, markup is not. */
export function docsFacts(
	baseUrl: string,
	document: OpenApi,
	links: LinkStyle,
): Record<string, string | Markup> {
	const { title, summary, description } = document.info;
	return {
		title,
		tarball: TARBALL,
		summary,
		description,
		files_alone: links === "path" ? FILES_ALONE : "",
		example: codeBlock("A page", JSON.stringify(PAGE, null, 2), "json"),
		formats: html`${FORMATS.filter((name) => name !== "").map((name) => html`<option>${name}</option>`)}`,
		max_tags: `${MAX_TAGS}`,
		...Object.fromEntries(TOPICS.map((topic) => [`sample_${topic}`, samples(topic, baseUrl)])),
		store_example: readFileSync(STORE_EXAMPLE, "utf8").trimEnd(),
		query_operations: operations(document, "query"),
		pointer_operation: operations(document, "files"),
		data_files: dataFiles(),
		schemas: schemas(document),
		headers: headers(document),
	};
}

/** The published files that programs read, as rows of a table. */
function dataFiles(): Markup {
	const kinds = PUBLISHED_KINDS.filter(({ role }) => role.endsWith(" data"));
	return html`${kinds.map(
		({ files, what }) => html`<tr><td><code>${files}</code></td><td>${what}</td></tr>`,
	)}`;
}
