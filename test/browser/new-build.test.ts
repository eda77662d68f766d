/** A deploy under an open page does not mix two builds, even without a service worker, and hides no clip. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { TreeServer } from "../../scripts/hosts/server/http-server.ts";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import type { RawInstant } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { describeInBrowser, withoutApi } from "./browser.ts";
import { numbered, publishSite } from "./site.ts";

const gongs = numbered("Gong", 120).map((clip, i) => ({ ...clip, slug: `gong-${i}` }));
const trombones = [{ name: "Sad Trombone", slug: "sad" }, ...gongs.slice(0, 15)];
const BEFORE = [...trombones, ...gongs.slice(15), { name: "Last Bell", slug: "last" }];
const NEWCOMERS = numbered("New", 7).map((clip, i) => ({ ...clip, slug: `new-${i}` }));

/** A site that is served until the test is done. */
async function served(clips: readonly RawInstant[]) {
	const folder = await publishSite(clips);
	const preview = await startPreview(folder, 0);
	onTestFinished(() => preview.stop());
	return { folder, preview };
}

describeInBrowser("a new build without a service worker", (browser) => {
	describe.for([
		["where the API answers", false],
		["on a host that serves files alone", true],
	] as const)("%s", ([, isFilesAlone]) => {
		let preview: TreeServer | undefined;
		let folder: string;
		let context: BrowserContext;
		let page: Page;

		beforeEach(async () => {
			await preview?.stop();
			folder = await publishSite(BEFORE);
			preview = await startPreview(folder, 0);
			// Browsers cache old files without being told to. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
			const monthAgo = Date.now() / 1000 - 30 * 86_400;
			for (const { path } of filesIn(folder)) utimesSync(join(folder, path), monthAgo, monthAgo);
			context = await browser.context({ serviceWorkers: "block" });
			if (isFilesAlone) await withoutApi(context);
			page = await open("");
		});
		afterAll(() => preview?.stop());

		async function open(query: string): Promise<Page> {
			const page = await context.newPage();
			await page.goto(`${preview?.origin}/${query}`);
			await page.locator(".push").first().waitFor();
			return page;
		}
		const deploy = () => publishSite([...NEWCOMERS, ...BEFORE], { out: folder });
		const slugs = (page: Page) =>
			page.locator("[data-slug]").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.slug));

		test("a search finds the right clips on the open page and on a new one", async () => {
			await deploy();
			await page.fill("#search", "sad trombone");
			await page.getByText("1 clip for “sad trombone”").waitFor();
			expect(await slugs(page)).toEqual(["sad"]);
			expect(await slugs(await open("?name=sad+trombone"))).toEqual(["sad"]);
			expect((await slugs(await open(""))).slice(0, 7)).toEqual(NEWCOMERS.map(({ slug }) => slug));
		});

		test("a page that searched before the deploy finds the right clips after it", async () => {
			await page.fill("#search", "sad trombone");
			await page.getByText("1 clip for “sad trombone”").waitFor();
			await deploy();
			await page.fill("#search", "last bell");
			await page.getByText("1 clip for “last bell”").waitFor();
			expect(await slugs(page)).toEqual(["last"]);
			// A host of files alone does not say that there is a new build while the old files can be had.
			if (isFilesAlone) return;
			await page.fill("#search", "new");
			await page.getByText("7 clips for “new”").waitFor();
		});

		test("scrolling on after the deploy shows every clip of the new build once", async () => {
			await page.locator('[data-slug="gong-20"]').scrollIntoViewIfNeeded();
			await deploy();
			while (!(await page.locator('[data-slug="last"]').count())) await page.mouse.wheel(0, 2000);
			const seen = await slugs(page);
			expect(new Set(seen).size).toBe(seen.length);
			expect(seen).toHaveLength(BEFORE.length + NEWCOMERS.length);
			expect(await page.locator("#status").textContent()).toBe("129 clips");
		});
	});
});

describeInBrowser("a new build, where the one before is stored", (browser) => {
	test("shows its clips to who returns, without a press", async () => {
		const { folder, preview } = await served(BEFORE);
		const page = await browser.page(preview.origin);
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await publishSite([...NEWCOMERS, ...BEFORE], { out: folder });
		await page.reload();
		await page.getByText("129 clips").waitFor();
		await page.locator('#board [data-slug="new-0"]').waitFor();
	});

	test("waits while something plays, and comes when someone asks for it", async () => {
		const { folder, preview } = await served(BEFORE);
		const page = await browser.page(preview.origin);
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await page.locator(".push").first().click();
		await page.locator(".loop").click();
		await publishSite([...NEWCOMERS, ...BEFORE], { out: folder });
		await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		await page.getByText("New clips are here.").waitFor();
		expect(await page.locator("#status").textContent()).toBe("122 clips");
		await page.getByRole("button", { name: "Show them" }).click();
		await page.getByText("129 clips").waitFor();
	});

	test("a new clip that someone shares opens all the same", async () => {
		const { folder, preview } = await served(BEFORE);
		const page = await browser.page(preview.origin);
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await publishSite([...BEFORE, { name: "Brand New", slug: "new" }], { out: folder });
		for (const address of ["clips/new/", "#new"]) {
			await page.goto(`${preview.origin}/${address}`);
			await page.locator(".card[data-slug] h2:visible", { hasText: "Brand New" }).waitFor();
		}
		expect((await page.goto(`${preview.origin}/clips/nobody/`))?.status()).toBe(404);
	});
});

describeInBrowser("a page that has stayed open while its files were deleted", (browser) => {
	test("shows the clips of the new build, where its worker has not stored those of the old one", async () => {
		const description = "x".repeat(2000);
		const clips = [...gongs, ...numbered("Bell", 900)].map((clip) => ({ ...clip, description }));
		const { folder, preview } = await served(clips);
		const context = await browser.context();
		await withoutApi(context);
		const page = await context.newPage();
		await page.goto(preview.origin);
		await page.getByText("Make search available offline").waitFor({ state: "attached" });
		await publishSite([...NEWCOMERS, ...clips], { out: folder });
		const session = await context.newCDPSession(page);
		await session.send("Network.clearBrowserCache");
		await page.mouse.wheel(0, 5000);
		await page.getByText("1,027 clips").waitFor();
	});

	test("offers to reload it where its scripts are gone too", async () => {
		const { preview } = await served(BEFORE);
		const context = await browser.context({ serviceWorkers: "block" });
		const page = await context.newPage();
		await page.goto(preview.origin);
		await page.getByText("122 clips").waitFor();
		await withoutApi(context);
		await context.route(/assets\/search-/, (route) => route.fulfill({ status: 404 }));
		await page.fill("#search", "sad trombone");
		await page.getByRole("heading", { name: "This site has changed" }).waitFor();
		await context.unrouteAll();
		await page.locator("#message").getByRole("button", { name: "Reload" }).click();
		await page.getByText("1 clip for “sad trombone”").waitFor();
	});
});
