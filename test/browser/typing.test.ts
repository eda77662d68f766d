/** The list follows each pause in typing, with little work, and an answer that comes late changes nothing. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { RawInstant } from "../fixtures/published.ts";
import { describeInBrowsers, heldBack, problemsOf, timersRun } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const DRUMS: RawInstant[] = [
	{ name: "Drum Roll", tags: "music" },
	{ name: "Drum" },
	{ name: "Air Horn", description: "Not a drum" },
];

const status = (page: Page, text: string) => page.locator("#status", { hasText: text }).waitFor();
const field = (page: Page) => page.locator("#search");

describeInBrowsers("the soundboard", (browser) => {
	const names = (page: Page) => page.locator("[data-slug] .name").allTextContents();

	describe("with more clips than the page holds", () => {
		const site = testSite([...numbered("Gong", 100), ...DRUMS]);
		let page: Page;
		beforeAll(async () => {
			page = await browser.page(site.origin);
			await page.getByText("103 clips").waitFor();
		});

		test("the list follows each pause with one request, and fills the window once typing ends", async () => {
			const asked: string[] = [];
			page.on("request", (request) => {
				if (request.url().includes("/api/")) asked.push(request.url().replace(/.*\?/, ""));
			});
			const built = await countTiles(page);
			for (const [piece, found] of [
				["dru", "2 clips for “dru”"],
				["m", "2 clips for “drum”"],
				[" rol", "1 clip for “drum rol”"],
			] as const) {
				// All keys at once, so that a busy machine makes no pause between them.
				await field(page).evaluate((it: HTMLInputElement, piece) => {
					for (const key of piece) {
						it.value += key;
						it.dispatchEvent(new Event("input", { bubbles: true }));
					}
				}, piece);
				await status(page, found);
			}
			expect(await names(page)).toEqual(["Drum Roll"]);
			expect(asked).toEqual(["name=dru", "name=drum", "name=drum+rol"]);
			// Tiles that stay are not built again.
			expect(await built()).toBe(2);
			await field(page).fill("gong");
			await status(page, "100 clips for “gong”");
			await page.locator("[data-slug]").nth(29).waitFor({ state: "attached" });
			expect(await built()).toBe(32);
			// Twice as long as a pause before more clips are read.
			await timersRun(page, 500);
			expect(asked.slice(3).sort()).toEqual(["name=gong", "name=gong&page=2", "name=gong&page=3"]);
			await page.evaluate(() => scrollTo(0, 10));
			await page.locator("[data-slug]").nth(69).waitFor({ state: "attached" });
			expect(problemsOf(page)).toEqual([]);
		});

		test("what is matched is marked in the names, and no longer once the search is cleared", async () => {
			const marked = () =>
				page.evaluate(() =>
					Array.from(CSS.highlights.get("match") ?? [], (it) => {
						const { startContainer, startOffset, endOffset } = it as StaticRange;
						return startContainer.textContent?.slice(startOffset, endOffset);
					}),
				);
			await field(page).fill("rol DRUM");
			await expect.poll(marked).toEqual(["Rol", "Drum"]);
			await page.getByRole("button", { name: "Clear the search" }).click();
			await status(page, "103 clips");
			expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
			await expect.poll(marked).toEqual([]);
		});

		test("a search that is too broad says so, in the words of the API", async () => {
			const why = "This search is too broad: use fewer or longer words.";
			await page.route("**/api/v1/instants/?name=*", (route) =>
				route.fulfill({ status: 400, json: { name: [why] } }),
			);
			await field(page).fill("a b c");
			await page.getByText(why).waitFor();
			expect(await page.getByText("No clips found").isVisible()).toBe(false);
		});
	});
});

/** Counts the tiles that the page makes from now on. */
async function countTiles(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		const { set } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML") ?? {};
		const noted = Object.assign(window, { built: 0 });
		Object.defineProperty(Element.prototype, "innerHTML", {
			set(markup: unknown) {
				if (String(markup).startsWith('<li class="clip"><')) noted.built++;
				set?.call(this, markup);
			},
		});
	});
	return () => page.evaluate(() => (window as unknown as { built: number }).built);
}

describeInBrowsers("an answer that comes late", (browser) => {
	const site = testSite([...numbered("Gong", 50), { name: "Drum Roll" }, { name: "Drum" }]);
	/** Opens a page that asks for the URL, and returns a function that gives it the answer. */
	async function openWaiting(page: Page, path: string, url: string): Promise<() => Promise<void>> {
		const answer = await heldBack(page, url);
		const requested = page.waitForRequest(url);
		await page.goto(`${site.origin}/${path}`);
		await requested;
		return async () => {
			const answered = page.waitForResponse(url);
			answer();
			await (await answered).finished();
		};
	}

	test("what is typed while the page of a clip loads is searched", async () => {
		const page = await browser.page();
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto(`${site.origin}/clips/clip-3/`, { waitUntil: "commit" });
		await field(page).pressSequentially("dru");
		load();
		await status(page, "2 clips for “dru”");
		await page.keyboard.type("m");
		await status(page, "2 clips for “drum”");
	});

	test("clips are not shown in place of a search, which stays busy", async () => {
		const page = await browser.page();
		const answer = await openWaiting(page, "?page=5", "**/instants/?page=5");
		const search = await heldBack(page, "**/instants/?name=*");
		await field(page).fill("drum");
		await status(page, "Searching…");
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("true");
		await answer();
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("true");
		expect(await page.locator("#board.outdated").count()).toBe(1);
		search();
		await status(page, "2 clips for “drum”");
		expect(await page.locator("#board > *").count()).toBe(2);
		expect(await page.locator("#board.outdated").count()).toBe(0);
	});
});
