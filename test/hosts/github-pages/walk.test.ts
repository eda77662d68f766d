/** So that a client can follow links on a host that ignores queries, from page 1 to the end. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { ALL_SLUGS, BOOM_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { type ApiPage, walkSlugs } from "../../contract/pages.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { freePort, serve } from "../server.ts";

const parent = temporaryFolder();

async function read(url: string): Promise<ApiPage> {
	const response = await fetch(url);
	expect(response.status, url).toBe(200);
	expect(response.headers.get("content-type")).toContain("application/json");
	return (await response.json()) as ApiPage;
}

describe.for([
	["", "at the root of a site"],
	["/repo", "in a folder of a site"],
] as const)("a tree %s%s", ([path]) => {
	const site = testServer(async () => {
		const port = await freePort();
		const root = join(parent, `site-${port}`);
		const base = `http://127.0.0.1:${port}${path}`;
		const how = { hosts: [GITHUB_PAGES], folder: join(root, path) } as const;
		await publishRecords(CONTRACT_CATALOGUE, { ...how, base });
		return serve(root, port);
	});

	test.for([
		["listing", "page/1.json", ALL_SLUGS],
		["pages of a word", "name/w-boom/1.json", ["kaboom", ...BOOM_SLUGS]],
	] as const)("the %s have each clip once", async ([, first, slugs]) => {
		expect(await walkSlugs(`${site.origin}${path}/v1/instants/${first}`, read)).toEqual(slugs);
	});
});
