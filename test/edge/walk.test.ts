/** What holds for every catalogue and query: links lead through all clips, forth and back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { pageUrl } from "../../scripts/contract/links.ts";
import { folderAsset } from "../../scripts/hosts/node/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { catalogueNames, clipName } from "../fixtures/names.ts";
import { BASE, named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

interface Page {
	readonly url: string;
	readonly count: number;
	readonly next: string | null;
	readonly previous: string | null;
	readonly results: readonly Instant[];
}

async function get(asset: Asset, url: string): Promise<Page> {
	const response = await respond({ method: "GET", url, headers: new Headers() }, asset);
	expect(response.status, url).toBe(200);
	return { url, ...(await response.json()) };
}

/** All pages from `url` on, following `next`. */
async function walk(asset: Asset, url: string): Promise<Page[]> {
	const pages: Page[] = [];
	for (let next: string | null = url; next !== null; next = pages.at(-1)?.next ?? null) {
		pages.push(await get(asset, next));
		expect(pages.length).toBeLessThanOrEqual(100);
	}
	return pages;
}

function expectWholeResult(pages: readonly Page[]): void {
	const slugs = pages.flatMap(({ results }) => results.map(({ slug }) => slug));
	expect(new Set(slugs).size).toBe(slugs.length);
	expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([slugs.length]));
	expect(pages.map(({ previous }) => previous)).toEqual([
		null,
		...pages.slice(0, -1).map(({ url }) => url),
	]);
	for (const { results } of pages.slice(0, -1)) expect(results).toHaveLength(10);
}

const parent = temporaryFolder();
const query = fc.oneof(clipName, fc.constantFrom("boom", "ha", "a", "", " ", "日本", "!!!"));
const formats = fc.constantFrom([], ["json"], ["api"], [""], ["xml", "api"]);

describe("whatever the catalogue and the query", () => {
	test("following next visits every clip once, and previous inverts it", async () => {
		await fc.assert(
			fc.asyncProperty(catalogueNames, query, formats, async (names, name, formats) => {
				const { folder } = await publishRecords(named(names), { parent });
				const asset = folderAsset(folder);

				const listing = await walk(asset, pageUrl(BASE, { formats, names: [] }, 1));
				expectWholeResult(listing);
				expect(listing[0]?.count).toBe(names.length);

				expectWholeResult(await walk(asset, pageUrl(BASE, { formats, names: [name] }, 1)));
			}),
			{ numRuns: 60 },
		);
	});

	test("a page past the last is no page", async () => {
		await fc.assert(
			fc.asyncProperty(catalogueNames, query, async (names, name) => {
				const { folder } = await publishRecords(named(names), { parent });
				const asset = folderAsset(folder);
				const searched = { formats: [], names: [name] };
				const { length } = await walk(asset, pageUrl(BASE, searched, 1));
				const url = pageUrl(BASE, searched, length + 1);
				const { status } = await respond({ method: "GET", url, headers: new Headers() }, asset);
				expect(status).toBe(404);
			}),
			{ numRuns: 30 },
		);
	});

	test("a clip is found by its own name, on the first page unless ten share its words", async () => {
		await fc.assert(
			fc.asyncProperty(catalogueNames, async (names) => {
				const { folder } = await publishRecords(named(names), { parent });
				const asset = folderAsset(folder);
				for (const [i, name] of names.entries()) {
					const pages = await walk(asset, pageUrl(BASE, { formats: [], names: [name] }, 1));
					const slugs = pages.flatMap(({ results }) => results.map(({ slug }) => slug));
					expect(slugs, JSON.stringify(name)).toContain(`clip-${i}`);
				}
			}),
			{ numRuns: 15 },
		);
	});

	test("precomputed pages and searched pages are the same bytes", async () => {
		await fc.assert(
			fc.asyncProperty(catalogueNames, async (names) => {
				const rich = await publishRecords(named(names), { parent });
				const poor = await publishRecords(named(names), { parent, maxFiles: 1 });
				expect(rich.published.wordsPrecomputed).toBe(rich.published.wordsKnown);
				expect(poor.published.wordsPrecomputed).toBe(0);
				for (const { path } of rich.published.files) {
					const [, key, page] = /^v1\/instants\/name\/w-(.*)\/(\d+)\.json$/.exec(path) ?? [];
					if (key === undefined) continue;
					const word = decodeURIComponent(key.replaceAll("_", "%"));
					const url = pageUrl(BASE, { formats: [], names: [word] }, Number(page));
					const request = { method: "GET", url, headers: new Headers() };
					const searched = await (await respond(request, folderAsset(poor.folder))).text();
					expect(searched).toBe(await folderAsset(rich.folder)(`/${path}`));
					const precomputed = await (await respond(request, folderAsset(rich.folder))).text();
					expect(precomputed).toBe(searched);
				}
			}),
			{ numRuns: 20 },
		);
	});
});
