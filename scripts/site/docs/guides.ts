/** What people want to do with the API, each with its rules in a few words and code that does it. */
import { html } from "hono/html";
import { codeBlock, type Markup } from "./markup.ts";
import { LANGUAGES, sampleText, type Topic } from "./samples.ts";

/** A section of the page. */
export interface Section {
	/** For links to it. */
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
<p>A page holds ten clips and the complete URLs of its neighbours: follow <code>next</code> until it is <code>null</code>. The same links are in the <code>Link</code> header, as <code>rel="next"</code> and <code>rel="prev"</code>, unless they are too long for a header. <code>page=last</code> is the last page.</p>
<p>To read everything, <a href="#bulk">take the catalogue in one file</a> instead.</p>`,
		),
		guide(
			"search",
			"Search",
			html`
<p>Every word of <code>name</code> must begin a word of the clip's name, whatever the case or the accents; words of one or two letters must match whole. Names with exactly the words of the query come first, in whatever order the words are, then the best matches, then catalogue order.</p>
<p>In scripts without spaces, neighbouring pairs of characters count as words. An emoji is a word. A name of punctuation alone is found by its punctuation. An empty <code>name</code> is no search: it lists everything. A search without a hit is a 200 with <code>"count":0</code>.</p>`,
		),
		guide(
			"cache",
			"Cache",
			html`
<p>Answers may be kept for a minute and have a strong <code>ETag</code>: send it back in <code>If-None-Match</code>, and a copy that is still good costs a 304 without a body. Errors are never to be kept.</p>
<p>To learn whether anything at all has changed, compare <code>build</code> in <a href="../latest.json"><code>latest.json</code></a>: equal ids, equal files.</p>`,
		),
		guide(
			"errors",
			"Handle errors",
			html`
<p>Errors are JSON. A 404 and a 503 say what is wrong in <code>detail</code>, a 400 in a list under <code>name</code>. After a 503, ask again later; after a 400 or a 404, ask something else. A host that runs no code answers a search that it cannot do with a 404 whose <code>index</code> is the address of the search index, never with a wrong count.</p>`,
		),
		guide(
			"bulk",
			"Take the whole catalogue",
			html`
<p><a href="../v1/instants/all.ndjson"><code>v1/instants/all.ndjson</code></a> has every clip, one a line, in catalogue order; <code>.gz</code> is the same, compressed.</p>`,
		),
		guide(
			"offline",
			"Search without the API",
			html`
<p>A page can load the whole search index once and then search with no network at all, as people type, even with typing errors. The module beside the index is <a href="https://lucaong.github.io/minisearch/">MiniSearch</a> with the options that the index was made with; the <code>id</code> of a hit is the position of its clip in the listing, from 0.</p>
<p>Without JavaScript, the catalogue in one file is as good: it is searched line by line.</p>`,
		),
		guide(
			"mirror",
			"Mirror",
			html`
<p>The published tree is files alone, so a copy of it is a mirror. Read <code>latest.json</code> first: it has the SHA-256 of <code>manifest.json</code>, which has the path, size and SHA-256 of every other file. A file with another sum is damaged, or the tree was exchanged meanwhile: begin again. Write <code>latest.json</code> last. Files whose sum you have already need not be fetched.</p>
<p>Whoever has this project's code has it as a command: <code>npm run mirror -- URL DIR</code>.</p>`,
		),
	];
}

/** What clients may rely on. */
export const PROMISE: Section = {
	id: "promise",
	title: "What stays, what may come",
	body: html`
<p>Under <code>/api/v1/</code> and <code>/v1/</code> these stay as they are: the paths; the parameters and what they accept; the statuses and their bodies; the fields, their order, types and meaning; the shape of links; which names a search finds.</p>
<p>These may come without notice, so be ready to ignore them: new fields, at the end of an object; new files; new headers; new optional parameters. Which words have pages of their own depends on the catalogue, not on a promise. <code>latest.json</code>, <code>manifest.json</code> and <code>terms.json</code> carry a <code>version</code>: one that you do not know is a format that you do not know. <code>index.json</code> belongs to the module beside it: take both from the same build.</p>
<p>Anything else would be <code>/api/v2/</code>, beside this one. The version in <a href="../openapi.json"><code>openapi.json</code></a> counts additions in its second number.</p>`,
};
