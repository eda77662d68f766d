/** The guides: what people want to do with the API, each with its rules and with code that does it. */
import { html } from "hono/html";
import { codeBlock, type Markup } from "./markup.ts";
import { LANGUAGES, sampleText, type Topic } from "./samples.ts";
import { STORE } from "./store.ts";

/** A section of the page. */
export interface Section {
	/** The fragment that links to it. */
	readonly id: string;
	readonly title: string;
	readonly body: Markup;
}

function samples(topic: Topic, title: string, baseUrl: string): Markup {
	const choices = LANGUAGES.map(
		({ id, title: language }) =>
			html`<button type="button" data-choose="${id}">${language}</button>`,
	);
	const blocks = LANGUAGES.map(
		(language) => html`
<div class="sample" data-language="${language.id}">
	<p class="language">${language.title}</p>
	${codeBlock(`${title}: ${language.title}`, sampleText(topic, language, baseUrl))}
</div>`,
	);
	return html`<div class="samples"><div class="choices" role="group" aria-label="${title}: language">${choices}</div>${blocks}</div>`;
}

/** The guides, in the order of the page. */
export function guides(baseUrl: string): Section[] {
	const guide = (id: Topic, title: string, text: Markup): Section => {
		return { id, title, body: html`${text}${samples(id, title, baseUrl)}` };
	};
	return [
		guide(
			"page",
			"Read all pages",
			html`
<p>A page holds ten clips and the complete URLs of the pages before and after it: follow <code>next</code> until it is <code>null</code>. The same links are in the <code>Link</code> header, as <code>rel="next"</code> and <code>rel="prev"</code>, unless they are too long for a header. <code>page=last</code> is the last page.</p>
<p>To read everything, <a href="#bulk">download the catalogue as one file</a> instead.</p>`,
		),
		guide(
			"search",
			"Search",
			html`
<p>Every word of <code>name</code> must begin a word of the clip's name, whatever the case or the accents; words of one or two letters must match whole. Names with exactly the words of the query come first, whatever their order; then the best matches by MiniSearch’s score (BM25+); then catalogue order.</p>
<p>In scripts without spaces, pairs of neighbouring characters count as words. An apostrophe joins letters: <code>dont</code> finds “Don’t”. An emoji is a word, whatever the colour of its skin; a joined one is also found by each of its parts. A name made only of punctuation is found by its punctuation. An empty <code>name</code> is not a search: it lists everything. A search that finds nothing is a 200 with <code>"count":0</code>.</p>`,
		),
		guide(
			"cache",
			"Cache",
			html`
<p>You may keep an answer for a minute. After that, send its <code>ETag</code> back in <code>If-None-Match</code>: if your copy is still good, you get a 304 without a body. Do not cache errors.</p>
<p>To find out whether anything has changed at all, compare <code>build</code> in <a href="../latest.json"><code>latest.json</code></a>: the same id means the same files.</p>`,
		),
		guide(
			"errors",
			"Handle errors",
			html`
<p>Errors are JSON. A 404 or a 503 says what is wrong in <code>detail</code>, a 400 in a list under <code>name</code>. After a 503, try again later. After a 400 or a 404, the same request will fail again.</p>`,
		),
		guide(
			"bulk",
			"Download the whole catalogue",
			html`
<p><a href="../v1/instants/all.ndjson"><code>v1/instants/all.ndjson</code></a> has every clip, one per line, the oldest first, even if the listing begins with the newest. Add <code>.gz</code> to get it compressed.</p>
<p>In a very large catalogue this file would be larger than hosts take, and is left out. Then read <a href="#store">the packs</a>, which hold the same lines.</p>`,
		),
		guide(
			"offline",
			"Search offline",
			html`
<p>A web page can load the whole search index once and then search without a network, while people type, and even with typing errors. The module next to the index is <a href="https://lucaong.github.io/minisearch/">MiniSearch</a> 7 together with the options that the index was made with. The <code>id</code> of a hit is the line of its clip in <code>all.ndjson</code>, counted from 0. Like that file, the index is left out of a very large catalogue.</p>
<p>Without JavaScript, search the <a href="#bulk">catalogue file</a> line by line.</p>`,
		),
		guide("store", "Search without the API", STORE),
		{
			id: "mirror",
			title: "Mirror",
			body: html`
<p>A copy of the published files is a mirror: any host can serve it. Run this in a copy of this project’s source code:</p>
${codeBlock("Mirror", `npm run mirror -- ${baseUrl} DIR`)}
<p>Run it again to bring the copy up to date: it fetches only what is new, and checks each file. To write a client of your own, read the specification in <code>scripts/mirror/PROTOCOL.md</code>.</p>`,
		},
	];
}

/** What clients may rely on. */
export const PROMISE: Section = {
	id: "promise",
	title: "What will not change",
	body: html`
<p>Under <code>/api/v1/</code> and <code>/v1/</code> these will not change: the paths; the parameters and what they accept; the statuses and their bodies; the fields, their order, types and meaning; the shape of links; which names a search finds.</p>
<p>These may be added without notice, so be ready to ignore them: new fields at the end of an object, new files, new headers, new optional parameters.</p>
<p>Which pages are files, which words have pages of their own, and how the clips are divided among files depend on the catalogue, and change with it: always start from <code>latest.json</code>. Its <code>version</code> covers the formats of everything under <code>/v1/</code> and <code>/manifest/</code>: if you do not know it, you do not know the format. <code>index.json</code> goes with the module next to it: take both from the same build.</p>
<p>Any other change would be <code>/api/v2/</code>, next to this one. Additions raise the second number of the version in <a href="../openapi.json"><code>openapi.json</code></a>.</p>`,
};
