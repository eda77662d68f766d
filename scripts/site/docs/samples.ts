/** The code samples of the pages. They are files of their own, so that a test can run them. */
import { existsSync, readFileSync } from "node:fs";
import { html } from "hono/html";
import { codeBlock, type Markup } from "./markup.ts";

export const LANGUAGES = [
	{ id: "curl", title: "curl", extension: "sh", code: "bash" },
	{ id: "javascript", title: "JavaScript", extension: "mjs", code: "javascript" },
	{ id: "python", title: "Python", extension: "py", code: "python" },
	{ id: "html", title: "HTML", extension: "html", code: "html" },
] as const;

/** What the samples show, each in the languages that have a file of it. */
export const TOPICS = [
	"page",
	"search",
	"autocomplete",
	"random",
	"clip",
	"bot",
	"cache",
	"errors",
	"bulk",
	"offline",
	"player",
	"store",
] as const;

export type Topic = (typeof TOPICS)[number];
export type Language = (typeof LANGUAGES)[number];

const SAMPLE_SITE = "http://localhost:3000";

function fileOf(topic: Topic, { extension }: Language): URL {
	return new URL(`samples/${topic}.${extension}`, import.meta.url);
}

/** The languages that have a sample of this. */
export function languagesOf(topic: Topic): Language[] {
	return LANGUAGES.filter((language) => existsSync(fileOf(topic, language)));
}

/** The text of a sample that asks the site at `baseUrl`. */
export function sampleText(topic: Topic, language: Language, baseUrl: string): string {
	return readFileSync(fileOf(topic, language), "utf8").trimEnd().replaceAll(SAMPLE_SITE, baseUrl);
}

/** A sample in every language that it has, with buttons to choose one. */
export function samples(topic: Topic, baseUrl: string): Markup {
	const languages = languagesOf(topic);
	const choices = languages.map(
		({ id, title }) => html`<button type="button" data-choose="${id}">${title}</button>`,
	);
	const blocks = languages.map(
		(language) => html`
<div class="sample" data-language="${language.id}">
	<p class="language">${language.title}</p>
	${codeBlock(`Sample in ${language.title}`, sampleText(topic, language, baseUrl), language.code)}
</div>`,
	);
	const ids = languages.map(({ id }) => id).join(" ");
	return html`<div class="samples" data-languages="${ids}"><div class="choices" role="group" aria-label="Language of the sample">${choices}<button type="button" class="copy" hidden>Copy</button></div>${blocks}</div>`;
}
