/** So that a client can follow links on a host that ignores queries, from page 1 to the end. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Instant } from "../../../scripts/contract/instant.ts";
import { GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { type Preview, startPreview } from "../../../scripts/hosts/server/preview.ts";
import { ALL_SLUGS, BOOM_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn } from "../../fixtures/tree-files.ts";
import { freePort, type RunningServer } from "../server.ts";
import { serve } from "./serve.ts";

interface Page {
	readonly count: number;
	readonly next: string | null;
	readonly previous: string | null;
	readonly results: readonly Instant[];
}

const parent = temporaryFolder();
const how = { links: "path", hosts: [GITHUB_PAGES] } as const;

async function read(url: string): Promise<Page> {
	const response = await fetch(url);
	expect(response.status, url).toBe(200);
	expect(response.headers.get("content-type")).toContain("application/json");
	return (await response.json()) as Page;
}

/** Every page from the first on, each of which must lead back to the one before. */
async function walk(first: string): Promise<Page[]> {
	const pages: Page[] = [];
	let before: string | null = null;
	for (let url: string | null = first; url !== null; ) {
		const page: Page = await read(url);
		expect(page.previous).toBe(before);
		pages.push(page);
		before = url;
		url = page.next;
	}
	return pages;
}

function slugsOf(pages: readonly Page[]): string[] {
	return pages.flatMap(({ results }) => results.map(({ slug }) => slug));
}

describe.for([
	["", "at the root of a site"],
	["/repo", "in a folder of a site"],
] as const)("a tree %s%s", ([path]) => {
	let serving: RunningServer;
	let folder: string;
	let base: string;

	beforeAll(async () => {
		const port = await freePort();
		const site = join(parent, `site-${port}`);
		base = `http://127.0.0.1:${port}${path}`;
		({ folder } = await publishRecords(CONTRACT_CATALOGUE, {
			...how,
			parent,
			base,
			folder: join(site, path),
		}));
		serving = await serve(site, port);
	});
	afterAll(() => serving.stop());

	test("the listing, each clip once", async () => {
		const pages = await walk(`${base}/v1/instants/page/1.json`);
		expect(slugsOf(pages)).toEqual(ALL_SLUGS);
		expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([ALL_SLUGS.length]));
	});

	test("a word, each clip once", async () => {
		const pages = await walk(`${base}/v1/instants/name/w-boom/1.json`);
		expect(pages).toHaveLength(3);
		expect(slugsOf(pages)).toEqual(["kaboom", ...BOOM_SLUGS]);
	});

	test("every link of every stored page is a file", async () => {
		const stored = filesIn(folder).filter(({ path: file }) =>
			/^v1\/instants\/(page|name\/[^/]+)\/\d+\.json$/.test(file),
		);
		expect(stored.length).toBeGreaterThan(40);
		for (const { path: file } of stored) {
			const { next, previous, count } = await read(`${base}/${file}`);
			for (const link of [next, previous]) {
				if (link !== null) expect((await read(link)).count).toBe(count);
			}
		}
	});
});

describe("over the same tree,", () => {
	let preview: Preview;
	beforeAll(async () => {
		const { folder } = await publishRecords(CONTRACT_CATALOGUE, { ...how, parent });
		preview = await startPreview(folder, 0);
	});
	afterAll(() => preview.stop());

	describeContract("the preview, which links to queries all the same", () => ({
		name: "preview",
		send: (sent) => senderTo(preview.origin, new URL(BASE).host)(sent),
	}));
});
