/** The code samples of the page. They are files of their own, so that a test can run them. */
import { readFileSync } from "node:fs";
import { html } from "hono/html";
import { codeBlock, type Markup } from "./markup.ts";

export const LANGUAGES = [
	{ id: "curl", title: "curl", extension: "sh" },
	{ id: "javascript", title: "JavaScript", extension: "mjs" },
	{ id: "python", title: "Python", extension: "py" },
] as const;

/** What the samples show. There is one in every language. */
export const TOPICS = [
	"page",
	"search",
	"clip",
	"cache",
	"errors",
	"bulk",
	"offline",
	"store",
] as const;

export type Topic = (typeof TOPICS)[number];
export type Language = (typeof LANGUAGES)[number];

const SAMPLE_SITE = "http://localhost:3000";

/** The text of a sample that asks the site at `baseUrl`. */
export function sampleText(topic: Topic, { extension }: Language, baseUrl: string): string {
	const file = new URL(`samples/${topic}.${extension}`, import.meta.url);
	return readFileSync(file, "utf8").trimEnd().replaceAll(SAMPLE_SITE, baseUrl);
}

/** A sample in every language, with buttons to choose one. */
export function samples(topic: Topic, baseUrl: string): Markup {
	const choices = LANGUAGES.map(
		({ id, title }) => html`<button type="button" data-choose="${id}">${title}</button>`,
	);
	const blocks = LANGUAGES.map(
		(language) => html`
<div class="sample" data-language="${language.id}">
	<p class="language">${language.title}</p>
	${codeBlock(`Sample in ${language.title}`, sampleText(topic, language, baseUrl))}
</div>`,
	);
	return html`<div class="samples"><div class="choices" role="group" aria-label="Language of the sample">${choices}<button type="button" class="copy" hidden>Copy</button></div>${blocks}</div>`;
}
