/** The code samples of the page: real files, which a test runs, so that they cannot go stale. */
import { readFileSync } from "node:fs";

/** The languages of samples, in the order in which they are shown. */
export const LANGUAGES = [
	{ id: "curl", title: "curl", extension: "sh" },
	{ id: "javascript", title: "JavaScript", extension: "mjs" },
	{ id: "python", title: "Python", extension: "py" },
] as const;

/** What the samples show, each in every language. */
export const TOPICS = ["page", "search", "cache", "errors", "bulk", "offline", "mirror"] as const;

export type Topic = (typeof TOPICS)[number];
export type Language = (typeof LANGUAGES)[number];

/** The address that stands in the files. */
const SAMPLE_SITE = "http://localhost:3000";

/** The text of a sample, asking the site at `baseUrl`. */
export function sampleText(topic: Topic, { extension }: Language, baseUrl: string): string {
	const file = new URL(`samples/${topic}.${extension}`, import.meta.url);
	return readFileSync(file, "utf8").trimEnd().replaceAll(SAMPLE_SITE, baseUrl);
}
