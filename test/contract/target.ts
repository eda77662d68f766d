/** What a target of the contract suite is, and the check that every answer goes through. */
import { describe, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import type { Gap, HeaderGap } from "../../scripts/hosts/gap.ts";
import { SEARCH_INDEX_PATH } from "../../scripts/tree/paths.ts";
import { BASE } from "../fixtures/published.ts";
import { CASES, type ContractCase, type ExpectedPage } from "./cases.ts";

/** An answer as it came over the wire. */
export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
}

export interface TargetRequest {
	readonly method: string;
	/** Path and query, as they are sent. */
	readonly target: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Something that answers the API. */
export interface Target {
	readonly name: string;
	send(request: TargetRequest): Promise<Answer>;
	readonly gaps?: readonly Gap[];
	readonly headerGaps?: readonly HeaderGap[];
}

const COMMON_HEADERS = {
	"Content-Type": "application/json",
	Allow: "GET, HEAD, OPTIONS",
	Vary: "Accept",
	"X-Content-Type-Options": "nosniff",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Allow-Credentials": null,
	"Access-Control-Expose-Headers": "ETag, Link",
} as const;

/** In every `Link` header, alone or after the neighbours. */
const SERVICE_LINK = '</openapi.json>; rel="service-desc"; type="application/json"';

interface Body {
	readonly count: number;
	readonly next: string | null;
	readonly previous: string | null;
	readonly results: readonly Instant[];
}

function link(query: string | null): string | null {
	return query === null ? null : `${BASE}/api/v1/instants/${query}`;
}

function expectPage(body: string, page: ExpectedPage): void {
	const { count, next, previous, results } = JSON.parse(body) as Body;
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

function expectedHeaders(row: ContractCase): Readonly<Record<string, string | null>> {
	const links = row.page === undefined ? {} : { Link: linkHeader(row.page) };
	return { ...COMMON_HEADERS, ...links, ...row.answerHeaders };
}

function expectAnswer(row: ContractCase, answer: Answer, target: Target): void {
	expect(answer.status, answer.body.slice(0, 200)).toBe(row.status);
	if (row.page) expectPage(answer.body, row.page);
	if (row.body !== undefined) expect(answer.body).toBe(row.body);
	for (const [name, value] of Object.entries(expectedHeaders(row))) {
		if (target.headerGaps?.some(({ header }) => header === name)) continue;
		expect(answer.headers.get(name), name).toBe(value);
	}
	expect(answer.headers.get("Link")).toContain(SERVICE_LINK);
}

/** Not as the table says, but as the gap does: no answer that looks right and is not. */
function expectInstead({ instead }: Gap, row: ContractCase, { status, body }: Answer): void {
	if (instead === "misleading") return;
	if (instead === "other links") {
		expect(status).toBe(200);
		const { count, results } = JSON.parse(body) as Body;
		expect({ count, slugs: results.map(({ slug }) => slug) }).toEqual({
			count: row.page?.count,
			slugs: row.page?.slugs,
		});
	} else if (instead === "not precomputed") {
		expect(status).toBe(404);
		expect(JSON.parse(body)).toHaveProperty("index", `${BASE}${SEARCH_INDEX_PATH}`);
	} else {
		expect(instead).toContain(status);
		expect(body).not.toContain('"results"');
	}
}

/** The gap that a row falls into: one that names the row counts before one that names its topic. */
function gapOf({ title, topic }: ContractCase, gaps: readonly Gap[]): Gap | undefined {
	return (
		gaps.find(({ rows }) => rows?.includes(title)) ??
		gaps.find(({ topics }) => topics?.includes(topic))
	);
}

/** Runs the whole table against a target. */
export function describeContract(name: string, open: () => Target): void {
	describe(`the contract, answered by ${name}`, () => {
		test.for(CASES)("$title", async (row) => {
			const target = open();
			const { method = "GET", headers = {} } = row;
			const answer = await target.send({ method, target: row.target, headers });
			const gap = gapOf(row, target.gaps ?? []);
			if (gap === undefined) {
				expectAnswer(row, answer, target);
				return;
			}
			expectInstead(gap, row, answer);
			expect(() => expectAnswer(row, answer, target), "a declared gap is none").toThrow();
		});

		test("declares gaps of rows and topics that exist", () => {
			const gaps = open().gaps ?? [];
			const titles = new Set(CASES.map(({ title }) => title));
			const rows = gaps.flatMap((gap) => gap.rows ?? []);
			expect(rows.filter((title) => !titles.has(title))).toEqual([]);
			expect(new Set(rows).size).toBe(rows.length);
			const topics = new Set<string>(CASES.map(({ topic }) => topic));
			const named = gaps.flatMap((gap) => gap.topics ?? []);
			expect(named.filter((topic) => !topics.has(topic))).toEqual([]);
		});
	});
}
