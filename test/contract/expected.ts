/** What the rows of the contract table expect: pages of clips, and the errors. */
import { ALL_SLUGS, BOOM_SLUGS } from "./catalogue.ts";

/** A page of clips, as a row of the table expects it. */
export interface ExpectedPage {
	readonly count: number;
	/** Query of the link; null for no link. */
	readonly next: string | null;
	readonly previous: string | null;
	readonly slugs: readonly string[];
}

export interface ContractCase {
	readonly title: string;
	readonly method?: string;
	/** Request target as it is sent. */
	readonly target: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly status: number;
	readonly page?: ExpectedPage;
	/** The whole body, where it is no page. */
	readonly body?: string;
	/** Further headers; the common ones are checked for every row. Null: must be absent. */
	readonly answerHeaders?: Readonly<Record<string, string | null>>;
}

export const PATH = "/api/v1/instants/";
const EMPTY: ExpectedPage = { count: 0, next: null, previous: null, slugs: [] };
export const INVALID_PAGE = { status: 404, body: '{"detail":"Invalid page."}' };
export const NOT_FOUND = { status: 404, body: '{"detail":"Not found."}' };
export const NULL_NAME = { status: 400, body: '{"name":["Null characters are not allowed."]}' };

/** A page of the whole catalogue; `query` is what its links repeat before `page`. */
export function listing(page: number, query = ""): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(ALL_SLUGS, page, query) };
}

/** A page of the search for "boom": 23 booms tie and stay in order, after the one that booms twice. */
export function booms(page: number, query: string): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(["kaboom", ...BOOM_SLUGS], page, query) };
}

/** A page of these clips; `query` is what its links repeat before `page`. */
export function pageOf(slugs: readonly string[], page: number, query = ""): ExpectedPage {
	const pages = Math.ceil(slugs.length / 10);
	const link = (n: number): string => {
		const pairs = [query, n === 1 ? "" : `page=${n}`].filter((pair) => pair !== "");
		return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
	};
	return {
		count: slugs.length,
		next: page < pages ? link(page + 1) : null,
		previous: page > 1 ? link(page - 1) : null,
		slugs: slugs.slice((page - 1) * 10, page * 10),
	};
}

export function found(...slugs: string[]): { status: number; page: ExpectedPage } {
	return { status: 200, page: { ...EMPTY, count: slugs.length, slugs } };
}
