/** The guides: what people want to do with the API, each with its rules and with code that does it. */
import { html } from "hono/html";
import { codeBlock, type Markup } from "./markup.ts";
import { LANGUAGES, sampleText, type Topic } from "./samples.ts";

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
<p>In scripts without spaces, pairs of neighbouring characters count as words. An emoji is a word. A name made only of punctuation is found by its punctuation. An empty <code>name</code> is not a search: it lists everything. A search that finds nothing is a 200 with <code>"count":0</code>.</p>`,
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
<p><a href="../v1/instants/all.ndjson"><code>v1/instants/all.ndjson</code></a> has every clip, one per line, in catalogue order. Add <code>.gz</code> to get it compressed.</p>`,
		),
		guide(
			"offline",
			"Search without the API",
			html`
<p>A web page can load the whole search index once and then search without a network, while people type, and even with typing errors. The module next to the index is <a href="https://lucaong.github.io/minisearch/">MiniSearch</a> 7 together with the options that the index was made with. The <code>id</code> of a hit is the position of its clip in the listing, counted from 0.</p>
<p>Without JavaScript, search the <a href="#bulk">catalogue file</a> line by line.</p>
<p>To search without loading everything, read the <a href="#readSearchShard">search shards</a>, as the API does: files of about 16 KB, larger for the most common words. In a catalogue of a million clips, half of all searches read at most two of them, and 99 in 100 read at most 14. <code>scripts/search/shard.ts</code> in this project’s source code describes the format with an example.</p>`,
		),
		guide(
			"mirror",
			"Mirror",
			html`
<p>Everything here is files, so a copy of the files is a mirror. Read <code>latest.json</code> first: it has the SHA-256 of <code>manifest.json</code>, which has the path, size and SHA-256 of every other file. If a file has a different hash, it is damaged, or a new build was published in the meantime: start again. Write <code>latest.json</code> last. You need not fetch files whose hashes you already have.</p>
<p>This project’s source code has it as a command, <code>npm run mirror -- URL DIR</code>, and as a complete specification, <code>scripts/mirror/PROTOCOL.md</code>.</p>`,
		),
	];
}

/** What clients may rely on. */
export const PROMISE: Section = {
	id: "promise",
	title: "What will not change",
	body: html`
<p>Under <code>/api/v1/</code> and <code>/v1/</code> these will not change: the paths; the parameters and what they accept; the statuses and their bodies; the fields, their order, types and meaning; the shape of links; which names a search finds.</p>
<p>These may be added without notice, so be ready to ignore them: new fields at the end of an object, new files, new headers, new optional parameters. Which words have pages of their own depends on the catalogue and is not a promise. <code>latest.json</code>, <code>manifest.json</code> and <code>terms.json</code> have a <code>version</code>: if you do not know it, you do not know the format. <code>index.json</code> goes with the module next to it: take both from the same build.</p>
<p>Any other change would be <code>/api/v2/</code>, next to this one. Additions raise the second number of the version in <a href="../openapi.json"><code>openapi.json</code></a>.</p>`,
};
