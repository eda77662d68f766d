/** Properties of every catalogue, order and query: links lead through all clips and back, and precomputed pages equal the handler's. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { instantUrl, NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { pageCount } from "../../scripts/contract/page-number.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { type AnyCatalogue, anyCatalogue, catalogueNames, clipName } from "../fixtures/names.ts";
import { BASE, named, type PublishedFolder, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { everySlug } from "./asking.ts";

function get(asset: Asset, url: string): Promise<Response> {
	return respond({ url }, asset);
}

const query = fc.oneof(clipName, fc.constantFrom("boom", "ha", "a", "", " ", "日本", "!!!"));
const formats = fc.constantFrom([], ["json"], ["api"], [""], ["xml", "api"]);

function treeOf({ names, order }: AnyCatalogue, pages: "all" | "none"): Promise<PublishedFolder> {
	return publishRecords(named(names), { order, pages });
}

/** The request for which a page was precomputed; undefined for other files. */
function urlOf(path: string): string | undefined {
	if (path.startsWith("clips/")) return `${BASE}/${path.replace(/index\.html$/, "")}`;
	const [, key, page] = /^v1\/instants\/(?:page|name\/w-(.*))\/(\d+)\.json$/.exec(path) ?? [];
	if (page === undefined) return undefined;
	const names = key === undefined ? [] : [decodeURIComponent(key.replaceAll("_", "%"))];
	return pageUrl(BASE, { ...NO_QUERY, names }, Number(page));
}

const OF_STORE =
	/^\/(?:manifest|v1\/instants\/(?:packs|search|slugs|tags|templates))\/[0-9a-f]{64}\.(?:nd)?json$/;

/** Only the pointer and the store, so that every answer is composed. */
function storeAlone(folder: string): Asset {
	const asset = folderAsset(folder);
	return async (path) => {
		if (path !== POINTER_PATH && !OF_STORE.test(path)) throw new Error(`${path} was read`);
		return asset(path);
	};
}

/** The whole answer, with the id of the build removed from its tag. */
async function respondFully(asset: Asset, url: string) {
	const response = await get(asset, url);
	const { etag = "", ...headers } = Object.fromEntries(response.headers);
	const { status } = response;
	return { status, headers, tag: etag.replace(/^"\w+/, ""), body: await response.text() };
}

describe("for any catalogue, order and query", () => {
	test("following next visits every clip once, in order, and previous leads back", async () => {
		await fc.assert(
			fc.asyncProperty(anyCatalogue, query, formats, async (catalogue, name, formats) => {
				const asset = folderAsset((await treeOf(catalogue, "none")).folder);
				const slugs = catalogue.names.flatMap((kept, i) => (kept === undefined ? [] : `clip-${i}`));
				const listed = catalogue.order === "first" ? slugs : slugs.toReversed();
				expect(await everySlug(asset, "", formats)).toEqual(listed);

				const found = await everySlug(asset, name, formats);
				const past = pageUrl(
					BASE,
					{ ...NO_QUERY, formats, names: [name] },
					pageCount(found.length) + 1,
				);
				expect((await get(asset, past)).status).toBe(404);
			}),
			{ numRuns: 30 },
		);
	});

	test("a clip is found by its name and its slug until it is removed", async () => {
		await fc.assert(
			fc.asyncProperty(catalogueNames, fc.nat(), async (names, seed) => {
				const isRemoved = (i: number): boolean => (i + seed) % 3 === 0;
				const kept = names.map((name, i) => (isRemoved(i) ? undefined : name));
				const { folder } = await treeOf({ names: kept, order: "first" }, "none");
				const asset = folderAsset(folder);
				const { results } = await (await get(asset, pageUrl(BASE, NO_QUERY, 1))).json();
				for (const [i, name] of names.entries()) {
					const slug = `clip-${i}`;
					const isFound = (await everySlug(asset, name)).includes(slug);
					expect(isFound, JSON.stringify(name)).toBe(!isRemoved(i));
					const clip = await get(asset, instantUrl(BASE, slug));
					expect(clip.status).toBe(isRemoved(i) ? 410 : 200);
					const listed = results.find((row: Instant) => row.slug === slug);
					if (listed !== undefined) expect(await clip.json()).toEqual(listed);
				}
			}),
			{ numRuns: 15 },
		);
	});

	test("every precomputed page has the same bytes as the handler's answer", async () => {
		await fc.assert(
			fc.asyncProperty(anyCatalogue, async (catalogue) => {
				const { folder, published } = await treeOf(catalogue, "all");
				const asset = folderAsset(folder);
				const bare = storeAlone((await treeOf(catalogue, "none")).folder);
				const { precomputed, pointer, files } = published;
				expect(precomputed.listingPages).toBe(pageCount(pointer.count));
				let compared = 0;
				for (const { path } of files) {
					const url = urlOf(path);
					if (url === undefined) continue;
					const composed = await respondFully(bare, url);
					expect(composed.body).toBe(readFileSync(join(folder, path), "utf8"));
					expect(await respondFully(asset, url)).toEqual(composed);
					compared++;
				}
				const { listingPages, clipPages, wordPages } = precomputed;
				expect(clipPages).toBe(0);
				expect(compared).toBe(listingPages + wordPages);
			}),
			{ numRuns: 10 },
		);
	});

	test("the pages of clips, and their descriptions for other sites, equal the handler's", async () => {
		await fc.assert(
			fc.asyncProperty(anyCatalogue, async ({ names, order }) => {
				const how = { order, runsCode: false } as const;
				const { folder, published } = await publishRecords(named(names), how);
				const paths = published.files.flatMap(({ path }) =>
					path.startsWith("clips/") ? [path] : [],
				);
				const { count } = published.pointer;
				expect([published.precomputed.clipPages, paths.length]).toEqual([count, 2 * count]);
				for (const path of paths) {
					const composed = await get(storeAlone(folder), urlOf(path) ?? "");
					expect(await composed.text()).toBe(readFileSync(join(folder, path), "utf8"));
				}
			}),
			{ numRuns: 10 },
		);
	});
});
