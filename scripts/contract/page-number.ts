/** Which page a request means: the rules of Python's `int()` and of PageNumberPagination. */
import { strip } from "./query.ts";

/** Results on one page; fixed by the interface specification. */
export const PAGE_SIZE = 10;

/**
 * Python refuses to convert longer runs of digits, so leading zeros beyond this are refused too.
 * https://docs.python.org/3/library/stdtypes.html#int-max-str-digits
 */
const MAX_DIGITS = 4300;

/** Number of pages that `count` results fill; an empty result still has page 1. */
export function pageCount(count: number): number {
	return Math.max(1, Math.ceil(count / PAGE_SIZE));
}

/** What a request asks for: a page, 1-based, or whichever is the last. */
export type AskedPage = number | "last";

/** Reads the raw parameter; undefined when it names no page of any result (the answer is then 404). */
export function askedPage(raw: string | undefined): AskedPage | undefined {
	if (raw === undefined || raw === "") return 1;
	if (raw === "last") return raw;
	const digits = /^\+?([0-9]+)$/.exec(strip(raw))?.[1];
	if (digits === undefined || digits.length > MAX_DIGITS) return undefined;
	const page = Number(digits);
	return page >= 1 && Number.isSafeInteger(page) ? page : undefined;
}

/** The number of the asked page out of `pages`; undefined when there are not so many. */
export function pageNumber(asked: AskedPage, pages: number): number | undefined {
	if (asked === "last") return pages;
	return asked <= pages ? asked : undefined;
}
