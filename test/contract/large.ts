/** The contract for a large catalogue: the same table, except for what a longer listing changes. */
import { pageCount } from "../../scripts/contract/page-number.ts";
import { parseQuery, searchText } from "../../scripts/contract/query.ts";
import { matchesName, parseSearch } from "../../scripts/search/search-query.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import type { RawInstant } from "../fixtures/published.ts";
import { CASES } from "./cases.ts";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "./catalogue.ts";
import type { ContractCase } from "./expected.ts";

/** Every search in the table. */
const SEARCHES = CASES.map(({ target }) => searchText(parseQuery(/\?.*/.exec(target)?.[0] ?? "")))
	.map(parseSearch)
	.filter(({ words }) => words.length > 0);

/** Clips that match none of the table's searches, so that those rows stay valid. */
const OTHERS: readonly RawInstant[] = generatedNames(20_000)
	.filter((name) => !SEARCHES.some((search) => matchesName(search, name)))
	.map((name, i) => ({ name, slug: `other-${i}`, sound: "other.mp3", color: "FF8800" }));

/** The catalogue of the table, followed by some 20,000 clips. */
export const LARGE_CATALOGUE: readonly RawInstant[] = [...CONTRACT_CATALOGUE, ...OTHERS];

const SLUGS = [...ALL_SLUGS, ...OTHERS.map(({ slug }) => String(slug))];
const PAGES = pageCount(SLUGS.length);

/** A page of the longer listing. */
function listing(page: number, target = `?page=${page}`): ContractCase {
	return {
		title: `page ${page} of the longer listing as ${target}`,
		target: `/api/v1/instants/${target}`,
		status: 200,
		page: {
			count: SLUGS.length,
			next: page < PAGES ? `?page=${page + 1}` : null,
			previous: page === 1 ? null : page === 2 ? "" : `?page=${page - 1}`,
			slugs: SLUGS.slice((page - 1) * 10, page * 10),
		},
	};
}

/** The rows for which a longer listing changes more than the count. */
function isChanged({ target, page }: ContractCase): boolean {
	const isLast = page?.count === ALL_SLUGS.length && page.next === null;
	const [, asked] = /^[^?]*\?page=(\d+)$/.exec(target) ?? [];
	const isPageNow = page === undefined && Number(asked) >= 1 && Number(asked) <= PAGES;
	return isLast || isPageNow;
}

export const LARGE_CASES: readonly ContractCase[] = [
	...CASES.filter((row) => !isChanged(row)).map((row) =>
		row.page?.count === ALL_SLUGS.length
			? { ...row, page: { ...row.page, count: SLUGS.length } }
			: row,
	),
	...[4, 5, 1000, PAGES - 1, PAGES].map((page) => listing(page)),
	listing(PAGES, "?page=last"),
	{
		title: "no page after the longer listing's last",
		target: `/api/v1/instants/?page=${PAGES + 1}`,
		status: 404,
		body: '{"detail":"Invalid page."}',
	},
];
