/** The code samples of the documents. Each is a file, so that a test can run it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import type { SiteFile } from "../bundles.ts";

/** In the order of their buttons. */
export const LANGUAGES = [
	{ title: "curl", extension: "sh", code: "bash" },
	{ title: "JavaScript", extension: "mjs", code: "javascript" },
	{ title: "Python", extension: "py", code: "python" },
	{ title: "HTML", extension: "html", code: "html" },
] as const;

export type Language = (typeof LANGUAGES)[number];

const SAMPLE_SITE = "http://localhost:3000";

const FOLDER = new URL("samples/", import.meta.url);

function sampleFiles(pattern: string): string[] {
	return fastGlob.sync(pattern, { cwd: fileURLToPath(FOLDER) });
}

/** The topics of the samples. Each has a file for some of the languages. */
export const TOPICS = [...new Set(sampleFiles("*").map((file) => file.replace(/\..*/, "")))];

/** Fills in the address of the site. */
function textAt(file: string, baseUrl: string): string {
	return readFileSync(new URL(file, FOLDER), "utf8").replaceAll(SAMPLE_SITE, baseUrl);
}

/** The languages that a sample is written in. */
export function languagesOf(topic: string): Language[] {
	return LANGUAGES.filter(({ extension }) => existsSync(new URL(`${topic}.${extension}`, FOLDER)));
}

/** The text of a sample that asks the site at `baseUrl`. */
export function sampleText(topic: string, { extension }: Language, baseUrl: string): string {
	return textAt(`${topic}.${extension}`, baseUrl).trimEnd();
}

/** A sample in all of its languages, as Markdown. */
export function sampleBlocks(topic: string, baseUrl: string): string {
	const blocks = languagesOf(topic).map(
		(language) => `\`\`\`${language.code}\n${sampleText(topic, language, baseUrl)}\n\`\`\``,
	);
	return blocks.join("\n\n");
}

/** Complete programs, a folder each. */
export function readyMade(baseUrl: string): SiteFile[] {
	return sampleFiles("*/*").map((path) => ({
		path: `docs/samples/${path}`,
		content: textAt(path, baseUrl),
	}));
}
