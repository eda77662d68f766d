/** The code samples of the documents. Each is a file, so that a test can run it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../../tree/write/own-tree.ts";
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
const FILES = [...filesBelow(fileURLToPath(FOLDER).slice(0, -1)).keys()].sort();

const SAMPLE_FILES = FILES.filter((path) => !path.includes("/"));
/** The files of complete programs, each in its own folder. */
const PROGRAM_FILES = FILES.filter((path) => path.includes("/"));

/** The topics of the samples. Each has files in some of the languages. */
export const TOPICS = [...new Set(SAMPLE_FILES.map((file) => file.replace(/\..*/, "")))];

/** The languages that a sample is written in. */
export function languagesOf(topic: string): Language[] {
	return LANGUAGES.filter(({ extension }) => SAMPLE_FILES.includes(`${topic}.${extension}`));
}

/** The text of a sample file, with requests to the site at `baseUrl`. */
export function sampleText(file: string, baseUrl: string): string {
	return readFileSync(new URL(file, FOLDER), "utf8").replaceAll(SAMPLE_SITE, baseUrl);
}

/** A sample in all of its languages, as Markdown. */
export function sampleBlocks(topic: string, baseUrl: string): string {
	const blocks = languagesOf(topic).map(
		({ code, extension }) => `\`\`\`${code}\n${sampleText(`${topic}.${extension}`, baseUrl)}\`\`\``,
	);
	return blocks.join("\n\n");
}

export function programFiles(baseUrl: string): SiteFile[] {
	return PROGRAM_FILES.map((file) => ({
		path: `docs/samples/${file}`,
		content: sampleText(file, baseUrl),
	}));
}
