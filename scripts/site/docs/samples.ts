/** The code samples of the page. They are files of their own, so that a test can run them. */
import { readFileSync } from "node:fs";

/** The languages of the samples, in the order in which they are shown. */
export const LANGUAGES = [
	{ id: "curl", title: "curl", extension: "sh" },
	{ id: "javascript", title: "JavaScript", extension: "mjs" },
	{ id: "python", title: "Python", extension: "py" },
] as const;

/** What the samples show. There is one in every language. */
export const TOPICS = ["page", "search", "cache", "errors", "bulk", "offline", "store"] as const;

export type Topic = (typeof TOPICS)[number];
export type Language = (typeof LANGUAGES)[number];

/** The address that the files use. */
const SAMPLE_SITE = "http://localhost:3000";

/** The text of a sample that asks the site at `baseUrl`. */
export function sampleText(topic: Topic, { extension }: Language, baseUrl: string): string {
	const file = new URL(`samples/${topic}.${extension}`, import.meta.url);
	return readFileSync(file, "utf8").trimEnd().replaceAll(SAMPLE_SITE, baseUrl);
}
