/**
 * Reads the `page` parameter by the rules of Python's `int()` and Django REST framework, except that it
 * rejects underscores and the digits of other scripts, which `int()` accepts.
 * https://www.django-rest-framework.org/api-guide/pagination/#pagenumberpagination
 */
import { strip } from "./query.ts";

/** The number of clips per page, set by the interface specification. */
export const PAGE_SIZE = 10;

/**
 * Python refuses to convert more digits than this, even if they are leading zeros.
 * https://docs.python.org/3/library/stdtypes.html#int-max-str-digits
 */
const MAX_DIGITS = 4300;

/** The number of pages for `count` clips. An empty result still has one page. */
export function pageCount(count: number): number {
	return Math.max(1, Math.ceil(count / PAGE_SIZE));
}

/** The requested page: its number, counted from 1, or the last page. */
export type RequestedPage = number | "last";

/** Parses the raw parameter. Undefined if no list could have such a page; the answer is then 404. */
export function requestedPage(raw: string | undefined): RequestedPage | undefined {
	if (raw === undefined || raw === "") return 1;
	if (raw === "last") return raw;
	const digits = /^\+?([0-9]+)$/.exec(strip(raw))?.[1];
	if (digits === undefined || digits.length > MAX_DIGITS) return undefined;
	const page = Number(digits);
	return page >= 1 && Number.isSafeInteger(page) ? page : undefined;
}

/** The number of the requested page; undefined if it is past the last of `pages`. */
export function pageNumber(requested: RequestedPage, pages: number): number | undefined {
	if (requested === "last") return pages;
	return requested <= pages ? requested : undefined;
}
