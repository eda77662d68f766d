/** What the handler answers when the tree is damaged: 503, never a wrong answer and never a crash. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { folderAsset } from "../../scripts/hosts/node/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { BASE, named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

const parent = temporaryFolder();
const NAMES = Array.from({ length: 25 }, (_, i) => `Boom ${i}`);
let whole: Asset;
let other: Asset;

beforeAll(async () => {
	whole = folderAsset((await publishRecords(named(NAMES), { parent })).folder);
	other = folderAsset((await publishRecords(named(NAMES.slice(0, 15)), { parent })).folder);
	vi.spyOn(console, "error").mockImplementation(() => {});
});

/** The whole tree, but for what is given of some paths. */
function damaged(by: Record<string, string | undefined | Error>): Asset {
	return async (path) => {
		if (!(path in by)) return whole(path);
		const given = by[path];
		if (given instanceof Error) throw given;
		return given;
	};
}

async function get(asset: Asset, query: string): Promise<{ status: number; body: string }> {
	const url = `${BASE}/api/v1/instants/${query}`;
	const response = await respond({ method: "GET", url, headers: new Headers() }, asset);
	return { status: response.status, body: await response.text() };
}

const UNAVAILABLE = {
	status: 503,
	body: '{"detail":"Service temporarily unavailable, try again later."}',
};

describe("a damaged tree is answered with 503", () => {
	test.each([
		["no latest.json", "", { "/latest.json": undefined }],
		["a latest.json that is no JSON", "", { "/latest.json": "<html>" }],
		["a latest.json of a later version", "", { "/latest.json": '{"version":2}' }],
		["a latest.json without its fields", "", { "/latest.json": '{"version":1}' }],
		["a missing listing page", "?page=2", { "/v1/instants/page/2.json": undefined }],
		["a truncated listing page", "?page=2", { "/v1/instants/page/2.json": '{"count":25,"next":' }],
		[
			"a listing page whose rows are none",
			"?page=2",
			{ "/v1/instants/page/2.json": '{"count":25,"next":null,"previous":null,"results":[x]}' },
		],
		["an empty listing page", "?page=2", { "/v1/instants/page/2.json": "" }],
		["a page that is something else", "", { "/v1/instants/page/1.json": "<!doctype html>" }],
		["a host that cannot read", "", { "/v1/instants/page/1.json": new Error("EIO") }],
		[
			"a missing page of a word",
			"?name=boom&page=2",
			{ "/v1/instants/name/w-boom/2.json": undefined },
		],
	])("%s", async (_, query, by) => {
		expect(await get(damaged(by), query)).toEqual(UNAVAILABLE);
	});

	test("a listing page of another build", async () => {
		const path = "/v1/instants/page/2.json";
		expect(await get(damaged({ [path]: await other(path) }), "?page=2")).toEqual(UNAVAILABLE);
	});

	test("the other pages go on being answered", async () => {
		const asset = damaged({ "/v1/instants/page/2.json": undefined });
		expect((await get(asset, "")).status).toBe(200);
	});

	test("HEAD has no body then either", async () => {
		const url = `${BASE}/api/v1/instants/`;
		const request = { method: "HEAD", url, headers: new Headers() };
		const response = await respond(request, damaged({ "/latest.json": undefined }));
		expect(response.status).toBe(503);
		expect(await response.text()).toBe("");
	});

	test("requests that need no file are answered as ever", async () => {
		const asset = damaged({ "/latest.json": undefined });
		expect((await get(asset, "?format=xml")).status).toBe(404);
	});
});
