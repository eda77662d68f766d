/** Entity tags, conditional requests and the headers of pages. */
import { describe, expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { CONTRACT_CATALOGUE } from "./catalogue.ts";

const asset = folderAsset((await publishRecords(CONTRACT_CATALOGUE)).folder);

function get(query: string, headers: Record<string, string> = {}, from = asset): Promise<Response> {
	return respond({ url: `${BASE}/api/v1/instants/${query}`, headers }, from);
}

async function tagOf(query: string, from = asset): Promise<string> {
	return (await get(query, {}, from)).headers.get("ETag") ?? "";
}

describe("the entity tag", () => {
	test("is strong", async () => {
		expect(await tagOf("")).toMatch(/^"[0-9a-f]{16}\.[!#-~]+"$/);
	});

	test.each([
		["", "?page=1"],
		["?page=last", "?page=4"],
		["?name=boom&page=2", "?page=2&name=boom"],
		["party/", "party?format=json&page=2"],
	])("is the same for %j and %j, which get the same answer", async (one, other) => {
		expect(await tagOf(one)).toBe(await tagOf(other));
	});

	test("differs for requests with different answers", async () => {
		const paged = ["", "?page=2", "?format=json", "?format=api", "?name=boom", "?name=Boom"];
		const queries = [...paged, "party/", "bangs/"];
		const tags = await Promise.all(queries.map((query) => tagOf(query)));
		expect(new Set(tags).size).toBe(queries.length);
	});

	test("changes with the build", async () => {
		const { folder } = await publishRecords(CONTRACT_CATALOGUE.slice(1));
		expect(await tagOf("", folderAsset(folder))).not.toBe(await tagOf(""));
	});

	test("is missing from errors", async () => {
		expect((await get("?page=0")).headers.get("ETag")).toBeNull();
	});
});

describe("If-None-Match", () => {
	test.each([
		["the tag", (tag: string) => tag],
		["a weak tag", (tag: string) => `W/${tag}`],
		["a list", (tag: string) => `"other", ${tag}`],
		["a star", () => " * "],
	])("with %s gets a 304 without a body", async (_, spell) => {
		for (const query of ["?name=boom&page=2", "party/"]) {
			const tag = await tagOf(query);
			const response = await get(query, { "If-None-Match": spell(tag) });
			expect([response.status, await response.text()]).toEqual([304, ""]);
			expect(response.headers.get("ETag")).toBe(tag);
			expect(response.headers.get("Cache-Control")).toBe("public, max-age=60");
			expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
		}
	});

	test.each(['"other"', "", '"*"', "unquoted"])("with %j gets the whole page", async (header) => {
		expect((await get("", { "If-None-Match": header })).status).toBe(200);
	});

	test("does not turn an error into a 304", async () => {
		expect((await get("?page=0", { "If-None-Match": "*" })).status).toBe(404);
		expect((await get("withdrawn/", { "If-None-Match": "*" })).status).toBe(410);
	});
});

test("a Link header that would be too long leaves out the pages, to which the body still links", async () => {
	const response = await get(`?name=boom${"%20".repeat(5000)}x&name=boom`);
	expect(response.headers.get("Link")).toBe(
		'</openapi.json>; rel="service-desc"; type="application/json"',
	);
	expect((await response.json()).next).toContain("page=2");
});
