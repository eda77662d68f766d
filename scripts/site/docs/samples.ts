/** The code samples of the pages. They are files of their own, so that a test can run them. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import { html } from "hono/html";
import type { SiteFile } from "../assets.ts";
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

const FOLDER = new URL("samples/", import.meta.url);

function fileOf(topic: Topic, { extension }: Language): URL {
	return new URL(`${topic}.${extension}`, FOLDER);
}

/** What a sample says, for the site at `baseUrl`. */
function textAt(file: URL, baseUrl: string): string {
	return readFileSync(file, "utf8").replaceAll(SAMPLE_SITE, baseUrl);
}

/** The languages that have a sample of this. */
export function languagesOf(topic: Topic): Language[] {
	return LANGUAGES.filter((language) => existsSync(fileOf(topic, language)));
}

/** The text of a sample that asks the site at `baseUrl`. */
export function sampleText(topic: Topic, language: Language, baseUrl: string): string {
	return textAt(fileOf(topic, language), baseUrl).trimEnd();
}

/** Whole programs, each in a folder of its own. */
export function readyMade(baseUrl: string): SiteFile[] {
	return fastGlob.sync("*/*", { cwd: fileURLToPath(FOLDER) }).map((path) => ({
		path: `docs/samples/${path}`,
		content: textAt(new URL(path, FOLDER), baseUrl),
	}));
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
