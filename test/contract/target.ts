/** What a target of the contract suite is, and the check that every answer goes through. */
import { describe, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/envelope.ts";
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

/** Rows that a target cannot answer as the table says. */
export interface Gap {
	readonly reason: string;
	/** Titles of the rows. */
	readonly rows: readonly string[];
	/** The answer is wrong and does not look it; otherwise it must be an error, or the right clips. */
	readonly isMisleading?: true;
}

/** Something that answers the API. */
export interface Target {
	readonly name: string;
	send(request: TargetRequest): Promise<Answer>;
	readonly gaps?: readonly Gap[];
	/** Headers it does not send, each with the reason. */
	readonly headerGaps?: Readonly<Record<string, string>>;
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

function expectAnswer(row: ContractCase, answer: Answer, target: Target): void {
	expect(answer.status, answer.body.slice(0, 200)).toBe(row.status);
	if (row.page) expectPage(answer.body, row.page);
	if (row.body !== undefined) expect(answer.body).toBe(row.body);
	const expected = { ...COMMON_HEADERS, ...row.answerHeaders };
	for (const [name, value] of Object.entries(expected)) {
		if (target.headerGaps?.[name] === undefined) expect(answer.headers.get(name), name).toBe(value);
	}
	expect(answer.headers.get("Link")).toContain(SERVICE_LINK);
}

/** Not as the table says, and yet no lie: an error, or the right clips under other links. */
function expectHonest(row: ContractCase, answer: Answer): void {
	expect(answer.status).not.toBe(500);
	if (answer.status >= 400) expect(answer.body).not.toContain('"results"');
	if (answer.status >= 400 || row.page === undefined) return;
	const { count, results } = JSON.parse(answer.body) as Body;
	expect({ count, slugs: results.map(({ slug }) => slug) }).toEqual({
		count: row.page.count,
		slugs: row.page.slugs,
	});
}

/** Runs the whole table against a target. */
export function describeContract(name: string, open: () => Target): void {
	describe(`the contract, answered by ${name}`, () => {
		test.for(CASES)("$title", async (row) => {
			const target = open();
			const { method = "GET", headers = {} } = row;
			const answer = await target.send({ method, target: row.target, headers });
			const gap = target.gaps?.find(({ rows }) => rows.includes(row.title));
			if (gap === undefined) {
				expectAnswer(row, answer, target);
				return;
			}
			if (!gap.isMisleading) expectHonest(row, answer);
			expect(() => expectAnswer(row, answer, target), "a declared gap is none").toThrow();
		});

		test("declares gaps of rows that exist", () => {
			const titles = new Set(CASES.map(({ title }) => title));
			const declared = open().gaps?.flatMap(({ rows }) => rows) ?? [];
			expect(declared.filter((title) => !titles.has(title))).toEqual([]);
			expect(new Set(declared).size).toBe(declared.length);
		});
	});
}
