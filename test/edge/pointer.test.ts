/** Without a pointer that can be read there is no answer, but what needs none is answered. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BASE } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { ask, said, UNAVAILABLE } from "./asking.ts";

beforeAll(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

test.each(["", "null", "[]", "{}", '{"version":1}', '{"version":2}', "<html>"])(
	"%j as a pointer is answered with 503",
	async (text) => {
		expect(said(await ask(async () => Buffer.from(text), ""))).toBe(UNAVAILABLE);
	},
);

test.each([
	["HEAD", "", 503, ""],
	["GET", "?format=xml", 404, '{"detail":"Not found."}'],
])("without a pointer, %s %s is answered %i", async (method, query, status, body) => {
	const url = `${BASE}/api/v1/instants/${query}`;
	const response = await respond({ method, url }, async () => undefined);
	expect([response.status, await response.text()]).toEqual([status, body]);
});
