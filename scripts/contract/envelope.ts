/** The JSON of an answer: its bytes, its head, and how the head of a stored page is exchanged. */
import type { PageLinks } from "./links.ts";

/** One sound clip as the API shows it; the fields in the order in which they are written. */
export interface Instant {
	readonly name: string;
	readonly slug: string;
	/** Complete URL. */
	readonly sound: string;
	/** Six hexadecimal digits, case kept. */
	readonly color: string;
	/** Complete URL, or null without an image. */
	readonly image: string | null;
	readonly description: string;
	readonly tags: string;
}

const RESULTS = ',"results":[';

/**
 * Compact JSON, raw UTF-8, U+2028 and U+2029 escaped as the reference server does.
 * https://www.django-rest-framework.org/api-guide/renderers/#jsonrenderer
 */
export function toJson(value: unknown): string {
	return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** The JSON of one clip, whatever order the given object has its fields in. */
export function instantJson(instant: Instant): string {
	const { name, slug, sound, color, image, description, tags } = instant;
	return toJson({ name, slug, sound, color, image, description, tags });
}

function headJson(count: number, links: PageLinks): string {
	return toJson({ count, next: links.next, previous: links.previous }).slice(0, -1);
}

/** A page but for its links, which depend on who asks. */
export interface StoredPage {
	/** Number of clips on all pages. */
	readonly count: number;
	/** The text of the rows, from `,"results":[` to the end. */
	readonly tail: string;
}

/** A page of these rows, which are clips already written as JSON. */
export function storedPage(count: number, rows: readonly string[]): StoredPage {
	return { count, tail: `${RESULTS}${rows.join(",")}]}` };
}

/** Cuts a stored page; undefined when the text is not a whole page. */
export function parseStoredPage(text: string): StoredPage | undefined {
	const count = /^\{"count":(\d+),/.exec(text)?.[1];
	// Links are percent-encoded, so the first such mark is the real one.
	const cut = text.indexOf(RESULTS);
	if (count === undefined || cut < 0 || !isJson(text)) return undefined;
	return { count: Number(count), tail: text.slice(cut) };
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** The body of a page under the given links; the rows pass through as they are. */
export function pageJson(page: StoredPage, links: PageLinks): string {
	return headJson(page.count, links) + page.tail;
}

/** The clips of a stored page. Throws a SyntaxError when the text is damaged. */
export function storedInstants(page: StoredPage): Instant[] {
	return (JSON.parse(`{${page.tail.slice(1)}`) as { results: Instant[] }).results;
}
