/** The JSON of an answer: how values are written, and how a page is put together from its rows. */
import { INSTANT_FIELDS, type Instant } from "./instant.ts";
import type { PageLinks } from "./links.ts";

const RESULTS = ',"results":[';

/**
 * Compact JSON, raw UTF-8, with U+2028 and U+2029 escaped as the reference server does.
 * https://www.django-rest-framework.org/api-guide/renderers/#jsonrenderer
 */
export function toJson(value: unknown): string {
	return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** The JSON of one clip, its fields in the order of the contract. */
export function instantJson(instant: Instant): string {
	const ordered: Partial<Record<keyof Instant, string | null>> = {};
	for (const field of INSTANT_FIELDS) ordered[field] = instant[field];
	return toJson(ordered);
}

/** The body of a page. `rows` are clips already written as JSON. */
export function pageJson(count: number, links: PageLinks, rows: readonly string[]): string {
	return withResults(count, links, `${RESULTS}${rows.join(",")}]}`);
}

function withResults(count: number, { next, previous }: PageLinks, results: string): string {
	return toJson({ count, next, previous }).slice(0, -1) + results;
}

/** A page but for its links, which depend on the request. */
export interface Page {
	/** Number of clips on all pages. */
	readonly count: number;
	readonly instants: readonly Instant[];
	/** The body under these links. */
	withLinks(links: PageLinks): string;
}

/** A page of these clips. */
export function composePage(count: number, instants: readonly Instant[]): Page {
	return {
		count,
		instants,
		withLinks: (links) => pageJson(count, links, instants.map(instantJson)),
	};
}

/** Reads the text of a page, whose rows are then copied as they are; undefined when it is not a whole page. */
export function parsePage(text: string): Page | undefined {
	const page = parsed(text);
	// Links are percent-encoded, so the first such mark is the real one.
	const cut = text.indexOf(RESULTS);
	if (typeof page?.count !== "number" || !Array.isArray(page.results) || cut < 0) return undefined;
	const { count } = page;
	return {
		count,
		instants: page.results,
		withLinks: (links) => withResults(count, links, text.slice(cut)),
	};
}

function parsed(text: string): { count?: unknown; results?: unknown } | null {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
