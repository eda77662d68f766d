/** So that GitHub Pages gets just the files it wants, and its users links that lead from page 1 to the end where queries are ignored. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FILES, GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { ALL_SLUGS, BOOM_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { type ApiPage, walkSlugs } from "../../contract/pages.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { textOf } from "../../fixtures/tree-files.ts";
import { freePort, serve } from "../server.ts";

const parent = temporaryFolder();

const [PATH, QUERY] = ["v1/instants/page/2.json", "api/v1/instants/?page=2"];
test.each([
	["https://user.github.io/repo", [GITHUB_PAGES], PATH, undefined],
	["https://sounds.example.org", [GITHUB_PAGES, SERVER], PATH, "sounds.example.org\n"],
	["https://h.test", [FILES], PATH, undefined],
	["https://h.test", [SERVER], QUERY, undefined],
])("a build at %s has the links and the domain of its hosts", async (base, hosts, next, domain) => {
	const names = Array.from({ length: 11 }, (_, i) => `Boom ${i}`);
	const { folder } = await publishRecords(named(names), { base, hosts });
	const page = JSON.parse(textOf(folder, "v1/instants/page/1.json"));
	expect(page.next).toBe(`${base}/${next}`);
	expect(existsSync(join(folder, "CNAME")) ? textOf(folder, "CNAME") : undefined).toBe(domain);
});

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
