/** The page shows what the API answers, for a catalogue of any size and in any order, without reading much. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiPage } from "../contract/pages.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import type { RawInstant } from "../fixtures/published.ts";
import { describeInBrowser, problemsOf, withoutApi } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const WITH_REMOVED: RawInstant[] = numbered("Gong", 165).map((clip, i) =>
	i % 7 === 0 || i > 160 ? { removed: "2026-11-21" } : clip,
);
/** Enough for two levels of index files. */
const THOUSANDS = generatedNames(22_000).map((name) => ({ name }));

const SITES = [
	["removed clips", "code", WITH_REMOVED, { pages: "none", order: "newest" }],
	["165 clips", "files", numbered("Gong", 165), { runsCode: false }],
	["thousands of clips", "files", THOUSANDS, { pages: "none" }],
] as const;

const QUERIES = ["", "?page=3", "?name=gong", "?name=Sla"];

/** The API's answer to a query: the clips of its page and of the next ones, `clips` at most. */
async function answered(url: string, clips: number): Promise<{ count: number; slugs: string[] }> {
	const { count, next, results }: ApiPage = await (await fetch(url)).json();
	const slugs = results.map(({ slug }) => slug);
	const later =
		next === null || slugs.length >= clips
			? []
			: (await answered(next, clips - slugs.length)).slugs;
	return { count, slugs: [...slugs, ...later].slice(0, clips) };
}

describeInBrowser("the page", (browser) => {
	const settled = (page: Page, status: string) =>
		page
			.locator(`.listing:has-text("${status}") ~ #board[aria-busy="false"]`)
			.waitFor({ state: "attached" });

	describe.for(SITES)("with %s on a host that serves %s", ([, host, clips, options]) => {
		const site = testSite(clips, () => options);
		const isFilesAlone = host === "files";
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
			if (isFilesAlone) await withoutApi(page);
		});

		test("reads few files and few bytes for the listing and a search, and nothing twice", async () => {
			const asked: string[] = [];
			const bodies: Promise<Buffer>[] = [];
			page.on("response", (response) => {
				const url = response.url();
				if (/\/v1\/|latest/.test(url)) asked.push(url);
				// Guessing similar names means reading all of them.
				if (/\/v1\/(?!.*\/minisearch\/)|latest|\/assets\/search-/.test(url))
					bodies.push(response.body().catch(() => Buffer.alloc(0)));
			});
			await page.goto(site.origin);
			await settled(page, "clip");
			expect(asked.length).toBeLessThanOrEqual(8);
			await page.fill("#search", "gong 160");
			await settled(page, "“gong 160”");
			expect(asked.length).toBeLessThanOrEqual(20);
			expect(new Set(asked).size).toBe(asked.length);
			const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
			const bytes = sizes.reduce((sum, size) => sum + size, 0);
			expect(bytes).toBeLessThanOrEqual(isFilesAlone ? 300_000 : 60_000);
			const isAnswer = (url: string): boolean => url.includes("/api/");
			const answered = asked.filter(isAnswer);
			// The index of all names, which guessing reads, does not count.
			const others = asked.filter((url) => !isAnswer(url) && !url.includes("/minisearch/"));
			if (isFilesAlone) expect(answered.length).toBeLessThanOrEqual("runsCode" in options ? 0 : 1);
			else expect(others).toEqual([]);
		});

		test.for(QUERIES)("“%s” finds the clips that the API finds", async (query) => {
			await page.goto(`${site.origin}/${query}`);
			await settled(page, "");
			const slugs = await page
				.locator("[data-slug]")
				.evaluateAll((tiles) => tiles.map((tile) => tile.dataset.slug));
			const expected = await answered(`${site.origin}/api/v1/instants/${query}`, slugs.length);
			expect(slugs).toEqual(expected.slugs);
			expect(slugs.length > 0).toBe(expected.count > 0);
			const count = (await page.locator("#status").textContent())?.split(" ")[0];
			if (expected.count > 0) expect(Number(count?.replace(",", ""))).toBe(expected.count);
			const problems = problemsOf(page).filter((text) => !text.includes("404 (Not Found)"));
			expect(problems).toEqual([]);
		});
	});

	const empty = testSite([]);

	test("says on any page that there are no clips", async () => {
		const page = await browser.page(`${empty.origin}/?page=3`);
		await settled(page, "");
		expect(await page.locator("[data-slug]").count()).toBe(0);
		expect(problemsOf(page)).toEqual([]);
	});
});
