/** The OpenAPI document describes every answer in the contract table. */
import { beforeAll, describe, expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { CASES } from "../contract/cases.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { BASE, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { faults, PATHS } from "./validator.ts";

const OPERATIONS = PATHS["/api/v1/instants/"] ?? {};
const parent = temporaryFolder();
let asset: ReturnType<typeof folderAsset>;
beforeAll(async () => {
	asset = folderAsset((await publishRecords(CONTRACT_CATALOGUE, { parent })).folder);
});

/** Answers to unsupported methods are documented under GET. */
function operationOf(method: string) {
	return OPERATIONS[method.toLowerCase()] ?? OPERATIONS.get;
}

async function answerTo(method: string, target: string, headers: Record<string, string> = {}) {
	const url = `${BASE}${target}`;
	return respond({ method, url, headers: new Headers(headers) }, asset);
}

async function expectDocumented(method: string, response: Response): Promise<void> {
	const described = operationOf(method)?.responses[response.status];
	expect(described, `${method}: no status ${response.status}`).toBeDefined();
	const names = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase());
	const undocumented = [...response.headers.keys()].filter((name) => !names.includes(name));
	expect(undocumented.filter((name) => name !== "content-type")).toEqual([]);
	const body = await response.text();
	const content = described?.content?.["application/json"];
	if (content === undefined) expect(body).toBe("");
	else expect(faults(content.schema, JSON.parse(body))).toEqual([]);
}

describe("every answer is documented", () => {
	test.for(CASES)("$title", async ({ method = "GET", target, headers }) => {
		await expectDocumented(method, await answerTo(method, target, headers));
	});

	test("304 Not Modified", async () => {
		const first = await answerTo("GET", "/api/v1/instants/");
		const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
		const second = await answerTo("GET", "/api/v1/instants/", headers);
		expect(second.status).toBe(304);
		await expectDocumented("GET", second);
	});

	test("503 for a missing tree", async () => {
		const request = { method: "GET", url: `${BASE}/api/v1/instants/`, headers: new Headers() };
		const response = await respond(request, async () => undefined);
		expect(response.status).toBe(503);
		await expectDocumented("GET", response);
	});
});

test("every documented status of GET occurs in the contract table, except 304 and 503", () => {
	const seen = CASES.filter(({ method = "GET" }) => OPERATIONS[method.toLowerCase()] === undefined)
		.concat(CASES.filter(({ method = "GET" }) => method === "GET"))
		.map(({ status }) => String(status));
	const never = Object.keys(OPERATIONS.get?.responses ?? {}).filter((s) => !seen.includes(s));
	expect(never).toEqual(["304", "503"]);
});
