/** The answers that rows of the contract table expect: pages of clips, and errors. */
import { ALL_SLUGS, BOOM_SLUGS } from "./catalogue.ts";

export interface ExpectedPage {
	readonly count: number;
	/** The query of the link; null for no link. */
	readonly next: string | null;
	readonly previous: string | null;
	readonly slugs: readonly string[];
}

export interface ContractCase {
	readonly title: string;
	readonly method?: string;
	/** The request target, exactly as sent. */
	readonly target: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly status: number;
	readonly page?: ExpectedPage;
	/** The whole body, unless it is a page. */
	readonly body?: string;
	/** Parts of the body. */
	readonly contains?: readonly string[];
	/** Whether it is for people, without the headers of every API answer. */
	readonly isPage?: boolean;
	/** Headers to check besides those of every answer. Null if the header must be absent. */
	readonly answerHeaders?: Readonly<Record<string, string | null>>;
}

export const PATH = "/api/v1/instants/";
const EMPTY: ExpectedPage = { count: 0, next: null, previous: null, slugs: [] };
export const INVALID_PAGE = { status: 404, body: '{"detail":"Invalid page."}' };
export const NOT_FOUND = { status: 404, body: '{"detail":"Not found."}' };
export const NULL_NAME = { status: 400, body: '{"name":["Null characters are not allowed."]}' };

/** A page of the listing. `query` is what links have before `page`. */
export function listing(page: number, query = ""): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(ALL_SLUGS, page, query) };
}

/** A page of the search for "boom": the clip that has it twice, then 23 clips with equal scores, in order. */
export function booms(page: number, query: string): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(["kaboom", ...BOOM_SLUGS], page, query) };
}

/** A page of these clips. `query` is what links have before `page`. */
function pageOf(slugs: readonly string[], page: number, query = ""): ExpectedPage {
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

/** A row that asks for the list with this query. */
export function row(
	title: string,
	query: string,
	answer: Omit<ContractCase, "title" | "target">,
): ContractCase {
	return { title, target: `${PATH}${query}`, ...answer };
}

export function found(...slugs: string[]): { status: number; page: ExpectedPage } {
	return { status: 200, page: { ...EMPTY, count: slugs.length, slugs } };
}
