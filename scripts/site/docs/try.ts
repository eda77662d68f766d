/** The form that sends a request. Without JavaScript it is a plain form that opens the answer. */
import { html } from "hono/html";
import { API_PATH } from "../../contract/links.ts";
import { FORMATS } from "../../contract/query.ts";
import { listingPath } from "../../tree/paths.ts";
import type { Section } from "./guides.ts";

/** A path of the tree relative to the page, so that it is right on mirrors, previews and in sub-folders. */
const fromPage = (path: string): string => `..${path}`;

/** The section with the form; `browser/try.ts` makes it work. */
export const TRY: Section = {
	id: "try",
	title: "Try it",
	body: html`
<form id="request" action="${fromPage(API_PATH)}" method="get" data-file="${fromPage(listingPath(1))}">
	<p><label for="try-name">name</label><input id="try-name" name="name" autocomplete="off" placeholder="all clips"></p>
	<p><label for="try-page">page</label><input id="try-page" name="page" autocomplete="off" placeholder="1"></p>
	<p><label for="try-format">format</label><select id="try-format" name="format">
		<option value="" selected>none</option>${FORMATS.filter((format) => format !== "").map((format) => html`<option>${format}</option>`)}
	</select></p>
	<p><button type="submit">Send</button></p>
</form>
<p id="status" role="status"></p>
<div id="answer" hidden>
	<p id="no-queries" hidden>This host serves files alone and does not answer queries. The same pages are files that link to each other: <a href="${fromPage(listingPath(1))}" id="file-link">the first page</a>.</p>
	<h3 id="try-request-title">Request</h3>
	<pre tabindex="0" role="group" aria-labelledby="try-request-title"><code id="request-url"></code></pre>
	<pre tabindex="0" role="group" aria-label="Request with curl"><code id="request-curl"></code></pre>
	<h3 id="try-headers-title">Headers</h3>
	<pre tabindex="0" role="group" aria-labelledby="try-headers-title"><code id="answer-headers"></code></pre>
	<h3 id="try-body-title">Body</h3>
	<pre tabindex="0" role="group" aria-labelledby="try-body-title" class="tall"><code id="answer-body"></code></pre>
</div>
<noscript><p>Without JavaScript, the form opens the answer in place of this page.</p></noscript>`,
};
