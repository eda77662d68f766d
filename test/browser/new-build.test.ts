/** A deploy while a page is open does not mix two builds, even without a service worker, and hides no clip. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { exchange } from "../../scripts/tree/write/exchange.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { describeInBrowser, withoutApi } from "./browser.ts";
import { numbered, publishSite, testSite } from "./site.ts";

const gongs = numbered("Gong", 120).map((clip, i) => ({ ...clip, slug: `gong-${i}` }));
const trombones = [{ name: "Sad Trombone", slug: "sad" }, ...gongs.slice(0, 15)];
const BEFORE = [...trombones, ...gongs.slice(15), { name: "Last Bell", slug: "last" }];
const NEWCOMERS = numbered("New", 7).map((clip, i) => ({ ...clip, slug: `new-${i}` }));

describeInBrowser("a new build", (browser) => {
	const site = testSite(BEFORE);
	beforeAll(async () => {
		// Browsers cache old files without being told to. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
		const monthAgo = Date.now() / 1000 - 30 * 86_400;
		for (const { path } of filesIn(site.folder))
			utimesSync(join(site.folder, path), monthAgo, monthAgo);
		await publishSite([...NEWCOMERS, ...BEFORE], `${site.folder}.after`);
	});
	beforeEach(() => deploy("before"));

	/** Makes the host answer again. */
	async function recover(): Promise<void> {
		site.isSilent = false;
		site.stop();
		await site.start();
	}

	let live = "before";
	/** Replaces one build with the other, as a real build does. */
	function deploy(build: "before" | "after"): void {
		if (build === live) return;
		exchange(site.folder, `${site.folder}.${build}`, `${site.folder}.${live}`);
		live = build;
	}

	describe.for([
		["where the API answers", false],
		["on a host that serves files alone", true],
	] as const)("without a service worker, %s", ([, isFilesAlone]) => {
		let context: BrowserContext;
		let page: Page;

		beforeEach(async () => {
			context = await browser.context();
			if (isFilesAlone) await withoutApi(context);
			page = await open("");
		});

		async function open(query: string): Promise<Page> {
			const page = await context.newPage();
			await page.goto(`${site.origin}/${query}`);
			await page.locator(".push").first().waitFor();
			return page;
		}
		const slugs = (page: Page) =>
			page.locator("[data-slug]").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.slug));

		test("a search finds the right clips on the open page and on a new one", async () => {
			deploy("after");
			await page.fill("#search", "sad trombone");
			await page.getByText("1 clip for “sad trombone”").waitFor();
			expect(await slugs(page)).toEqual(["sad"]);
			expect(await slugs(await open("?name=sad+trombone"))).toEqual(["sad"]);
			expect((await slugs(await open(""))).slice(0, 7)).toEqual(NEWCOMERS.map(({ slug }) => slug));
		});

		test("a page that searched before the deploy finds the right clips after it", async () => {
			await page.fill("#search", "sad trombone");
			await page.getByText("1 clip for “sad trombone”").waitFor();
			deploy("after");
			await page.fill("#search", "last bell");
			await page.getByText("1 clip for “last bell”").waitFor();
			expect(await slugs(page)).toEqual(["last"]);
			// A host that only serves files does not reveal a new build while it still has the old files.
			if (isFilesAlone) return;
			await page.fill("#search", "new");
			await page.getByText("7 clips for “new”").waitFor();
		});

		test("scrolling on after the deploy shows every clip of the new build once", async () => {
			await page.locator('[data-slug="gong-20"]').scrollIntoViewIfNeeded();
			deploy("after");
			while (!(await page.locator('[data-slug="last"]').count())) await page.mouse.wheel(0, 2000);
			// Rows far from view are not in the page.
			await page.evaluate(() => scrollTo(0, 0));
			const inOrder = [...NEWCOMERS, ...BEFORE].map(({ slug }) => slug);
			const seen = new Set<string | undefined>();
			const look = async () => {
				const shown = await slugs(page);
				expect(shown).toEqual(inOrder.filter((slug) => shown.includes(slug)));
				for (const slug of shown) seen.add(slug);
				await page.mouse.wheel(0, 200);
				return seen.size;
			};
			await expect.poll(look, { interval: 50 }).toBe(inOrder.length);
			expect(await page.locator("#status").textContent()).toBe("129 clips");
		});
	});

	describe("where the previous build is stored", () => {
		let page: Page;
		beforeEach(async () => {
			page = await browser.page(site.origin, { serviceWorkers: "allow" });
			await page.getByText("Works offline").waitFor({ state: "attached" });
		});

		test("shows its clips to someone who returns, without a press", async () => {
			deploy("after");
			await page.reload();
			await page.getByText("129 clips").waitFor();
			await page.locator('#board [data-slug="new-0"]').waitFor();
		});

		test("appears by itself on an idle page, even if a card has shown its frame", async () => {
			await page.locator(".about").first().click();
			await page.locator("#sheet summary").click();
			await page.frameLocator("#sheet iframe").locator(".push:visible").waitFor();
			await page.keyboard.press("Escape");
			deploy("after");
			await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
			await page.getByText("129 clips").waitFor();
		});

		test("waits while something plays, and appears on request", async () => {
			await page.locator(".push").first().click();
			await page.locator(".loop").click();
			deploy("after");
			await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
			await page.getByText("New clips are here.").waitFor();
			expect(await page.locator("#status").textContent()).toBe("122 clips");
			await page.getByRole("button", { name: "Show them" }).click();
			await page.getByText("129 clips").waitFor();
		});

		test.each([
			["answers", () => {}],
			["is gone", () => site.stop()],
			["never answers", () => Object.assign(site, { isSilent: true })],
		])("switches busy pages too, on a host that %s", async (_, fail) => {
			const other = await page.context().newPage();
			await other.goto(site.origin);
			await other.getByText("122 clips").waitFor();
			// Someone who is searching is not disturbed.
			await page.fill("#search", "new");
			deploy("after");
			await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
			const show = page.getByRole("button", { name: "Show them" });
			await show.waitFor();
			fail();
			onTestFinished(recover);
			await other.reload();
			await other.evaluate(() => {
				new BroadcastChannel("pressed").onmessage = () => {
					for (let i = 0; i < 50; i++) setTimeout(() => fetch("icon.svg"), 20 * i);
				};
			});
			await page.evaluate(() => {
				const pressed = new BroadcastChannel("pressed");
				document.addEventListener("click", () => pressed.postMessage(""));
			});
			await show.click();
			await page.getByText("7 clips for “new”").waitFor();
			expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
			await other.getByText("129 clips").waitFor();
		});

		test("still opens a new clip that someone shares", async () => {
			deploy("after");
			for (const address of ["clips/new-0/", "#new-0"]) {
				await page.goto(`${site.origin}/${address}`);
				await page.locator(".card[data-slug] h2:visible", { hasText: "New 1" }).waitFor();
			}
			expect((await page.goto(`${site.origin}/clips/nobody/`))?.status()).toBe(404);
		});
	});

	describe("on a page whose files were deleted", () => {
		test("shows its clips, where the worker has not stored the old ones", async () => {
			// A worker that cannot store a build stores only the pages.
			site.damaged = /\/slugs\//;
			const context = await browser.context({ serviceWorkers: "allow" });
			await withoutApi(context);
			const page = await context.newPage();
			await page.goto(site.origin);
			await page.getByText("Make search available offline").waitFor({ state: "attached" });
			site.damaged = undefined;
			deploy("after");
			const session = await context.newCDPSession(page);
			await session.send("Network.clearBrowserCache");
			await page.mouse.wheel(0, 5000);
			await page.getByText("129 clips").waitFor();
		});

		test("offers to reload the page where its scripts are gone too", async () => {
			const context = await browser.context();
			const page = await context.newPage();
			await page.goto(site.origin);
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
});
