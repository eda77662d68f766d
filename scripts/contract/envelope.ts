/** The JSON of an answer: how values are written, and how rows make a page of a list. */
import { INSTANT_FIELDS, type Instant } from "./instant.ts";
import type { PageLinks } from "./links.ts";

/**
 * Compact JSON, raw UTF-8, with U+2028 and U+2029 escaped, as the reference server writes it.
 * https://www.django-rest-framework.org/api-guide/renderers/#jsonrenderer
 *
 * @param fields the fields to write, in this order; all by default
 */
export function toJson(value: unknown, fields?: readonly string[]): string {
	return JSON.stringify(value, fields as string[])
		.replaceAll("\u2028", "\\u2028")
		.replaceAll("\u2029", "\\u2029");
}

/** The JSON of one clip, with its fields in the order of the contract. */
export function instantJson(instant: Instant): string {
	return toJson(instant, INSTANT_FIELDS);
}

/** Separates the links from the rows. No link can contain this text, because quotes in links are escaped. */
const RESULTS = ',"results":[';

/** The body of a page of a list. `rows` are clips as JSON. */
export function listJson(
	count: number,
	{ next, previous }: PageLinks,
	rows: readonly string[],
): string {
	return `${toJson({ count, next, previous }).slice(0, -1)}${RESULTS}${rows.join(",")}]}`;
}

/** The count and the rows in the body of a list, which do not depend on its links. Undefined for any other text. */
export function listParts(
	json: string,
): { readonly count: number; readonly rows: string } | undefined {
	const at = json.indexOf(RESULTS);
	const count = /^\{"count":(\d+),"next":/.exec(json)?.[1];
	if (at < 0 || count === undefined || !json.endsWith("]}")) return undefined;
	return { count: Number(count), rows: json.slice(at + RESULTS.length, -2) };
}
