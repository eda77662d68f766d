/** So that a deploy under an open page mixes no builds where no service worker holds them apart. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { publishSite, startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

const gongs = Array.from({ length: 120 }, (_, i) => ({ name: `Gong ${i + 1}`, slug: `gong-${i}` }));
const trombones = [{ name: "Sad Trombone", slug: "sad" }, ...gongs.slice(0, 15)];
const BEFORE = [...trombones, ...gongs.slice(15), { name: "Last Bell", slug: "last" }];
const NEWCOMERS = Array.from({ length: 7 }, (_, i) => ({ name: `New ${i}`, slug: `new-${i}` }));

describe.skipIf(skip)(`a new build without a service worker, in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview | undefined;
	let folder: string;
	let context: BrowserContext;
	let page: Page;

	beforeEach(async () => {
		await preview?.stop();
		({ preview, folder } = await startSite(parent, BEFORE));
		// Old files are what browsers keep unasked. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
		const monthAgo = Date.now() / 1000 - 30 * 86_400;
		for (const { path } of filesIn(folder)) utimesSync(join(folder, path), monthAgo, monthAgo);
		context = await browser.context({ serviceWorkers: "block" });
		page = await open("");
	});
	afterAll(() => preview?.stop());

	async function open(query: string): Promise<Page> {
		const page = await context.newPage();
		await page.goto(`${preview?.origin}/${query}`);
		await page.locator(".push").first().waitFor();
		return page;
	}
	const deploy = () => publishSite(parent, [...NEWCOMERS, ...BEFORE], { out: folder });
	const slugs = (page: Page) =>
		page.locator("[data-slug]").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.slug));

	test("a search finds what it says, in the page that stayed open and in a new one", async () => {
		await deploy();
		await page.fill("#search", "sad trombone");
		await page.getByText("1 clip for “sad trombone”").waitFor();
		expect(await slugs(page)).toEqual(["sad"]);
		expect(await slugs(await open("?name=sad+trombone"))).toEqual(["sad"]);
		expect((await slugs(await open(""))).slice(0, 7)).toEqual(NEWCOMERS.map(({ slug }) => slug));
	});

	test("so does one whose index was loaded before", async () => {
		await page.fill("#search", "sad trombone");
		await page.getByText("1 clip for “sad trombone”").waitFor();
		await deploy();
		await page.fill("#search", "last bell");
		await page.getByText("1 clip for “last bell”").waitFor();
		expect(await slugs(page)).toEqual(["last"]);
	});

	test("a list that goes on begins anew, and stays where it was", async () => {
		await page.locator('[data-slug="gong-30"]').scrollIntoViewIfNeeded();
		await deploy();
		while (!(await page.locator('[data-slug="last"]').count())) await page.mouse.wheel(0, 2000);
		const seen = await slugs(page);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen).toHaveLength(BEFORE.length + NEWCOMERS.length);
		expect(await page.locator("#status").textContent()).toBe("129 clips");
	});
});
