/** The JSON of an answer: how values are written, and how rows make a page. */
import { INSTANT_FIELDS, type Instant } from "./instant.ts";
import type { PageLinks } from "./links.ts";

/**
 * Compact JSON, raw UTF-8, with U+2028 and U+2029 escaped like the reference server's.
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

/** The body of a page. `rows` are clips as JSON. */
export function pageJson(
	count: number,
	{ next, previous }: PageLinks,
	rows: readonly string[],
): string {
	return `${toJson({ count, next, previous }).slice(0, -1)},"results":[${rows.join(",")}]}`;
}
