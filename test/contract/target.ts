/** Runs the contract table against a target, and checks every answer. */
import { describe, expect, test } from "vitest";
import { BASE } from "../fixtures/published.ts";
import { API_CASES, CASES, COMMON_HEADERS, type ContractCase, type ExpectedPage } from "./cases.ts";
import type { ApiPage } from "./pages.ts";

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
}

export interface TargetRequest {
	readonly method: string;
	/** Path and query, exactly as sent. */
	readonly target: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Rows of the contract's table that a host cannot answer as the table says. */
interface Gap {
	/** The reason, for people. */
	readonly reason: string;
	/** The statuses that the host answers with instead. These answers must not be pages of clips. */
	readonly instead: readonly number[];
	/** Titles of rows (test/contract/cases.ts). */
	readonly rows: readonly string[];
}

/** A server or function that answers the API. */
export interface Target {
	readonly name: string;
	send(request: TargetRequest): Promise<Answer>;
	readonly gaps?: readonly Gap[];
	/** The `Vary` header of pages; `Accept` unless the target compresses them. */
	readonly vary?: string;
}

/** The `Vary` header of pages that a target compresses for clients that accept it. */
export const COMPRESSED_VARY = "Accept, Accept-Encoding";

/** Part of every `Link` header, alone or after the links to the neighbouring pages. */
const SERVICE_LINK = '</openapi.json>; rel="service-desc"; type="application/json"';

function link(path: string | null): string | null {
	return path === null ? null : `${BASE}${path}`;
}

function expectPage(body: string, page: ExpectedPage): void {
	const { count, next, previous, results } = JSON.parse(body) as ApiPage;
	expect({ count, next, previous, slugs: results.map(({ slug }) => slug) }).toEqual({
		...page,
		next: link(page.next),
		previous: link(page.previous),
	});
}

/** https://www.rfc-editor.org/rfc/rfc8288 */
function linkHeader({ next, previous }: ExpectedPage): string {
	const links = [
		...(next === null ? [] : [`<${link(next)}>; rel="next"`]),
		...(previous === null ? [] : [`<${link(previous)}>; rel="prev"`]),
	];
	return [...links, SERVICE_LINK].join(", ");
}

function expectedHeaders(
	row: ContractCase,
	{ vary = COMMON_HEADERS.Vary ?? "" }: Target,
): Readonly<Record<string, string | null>> {
	if (!API_CASES.includes(row)) return row.answerHeaders;
	const links = row.page === undefined ? {} : { Link: linkHeader(row.page) };
	const isPage = row.status === 200 && row.method !== "OPTIONS";
	return { ...COMMON_HEADERS, ...(isPage && { Vary: vary }), ...links, ...row.answerHeaders };
}

function expectAnswer(row: ContractCase, answer: Answer, target: Target): void {
	expect(answer.status, answer.body.slice(0, 200)).toBe(row.status);
	if (row.page) expectPage(answer.body, row.page);
	if (row.body !== undefined) expect(answer.body).toBe(row.body);
	for (const [name, value] of Object.entries(expectedHeaders(row, target))) {
		expect(answer.headers.get(name), name).toBe(value);
	}
	for (const part of row.contains) expect(answer.body).toContain(part);
	if (API_CASES.includes(row)) expect(answer.headers.get("Link")).toContain(SERVICE_LINK);
}

/** Runs the table, or other rows, against a target. */
export function describeContract(
	name: string,
	open: () => Target,
	cases: readonly ContractCase[] = CASES,
): void {
	describe(`the contract, answered by ${name}`, () => {
		test.for(cases)("$title", async (row) => {
			const target = open();
			const answer = await target.send(row);
			const gap = target.gaps?.find(({ rows }) => rows.includes(row.title));
			if (gap === undefined) {
				expectAnswer(row, answer, target);
				return;
			}
			expect(gap.instead).toContain(answer.status);
			expect(answer.body).not.toContain('"results"');
			expect(() => expectAnswer(row, answer, target), "a declared gap does not exist").toThrow();
		});

		test("the titles of its gaps are in the table", () => {
			const titles = new Set(cases.map(({ title }) => title));
			const rows = (open().gaps ?? []).flatMap((gap) => gap.rows);
			expect(rows.filter((title) => !titles.has(title))).toEqual([]);
			expect(new Set(rows).size).toBe(rows.length);
		});
	});
}
