/** When nothing comes from the network, the page says why, promises nothing it cannot keep, and waits for nobody long. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, withoutApi } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const DATA = /\/(?:api|v1)\/|\/latest\.json/;

describeInBrowser("a page whose host fails", (browser) => {
	const site = testSite([...numbered("Gong", 40), { name: "Drum" }]);
	const message = (page: Page) => page.locator("#message");

	/** A page that waits a tenth of a second for the API instead of ten, and two for files instead of twenty. */
	async function hastyPage(): Promise<Page> {
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
		await page.addInitScript(() => {
			const { timeout } = AbortSignal;
			AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 10_000 ? 100 : 2000);
		});
		return page;
	}

	test("that says nothing at all stops waiting, and can be tried again", async () => {
		const page = await hastyPage();
		await page.route(DATA, () => {});
		await page.goto(site.origin);
		await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
		await page.unroute(DATA);
		await page.locator("#message-action").click();
		await page.getByText("41 clips").waitFor();
	});

	test.for([
		["the handler", "**/assets/search-*.js", "", "41 clips"],
		["the search of favourites", "**/assets/matches-*.js", "?favourites&name=drum", "0 favourites"],
	] as const)(
		"that never sends the script of %s stops waiting, and can be tried again",
		async ([, script, query, status]) => {
			const page = await hastyPage();
			await withoutApi(page);
			await page.route(script, () => {});
			await page.goto(`${site.origin}/${query}`);
			await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
			await page.unroute(script);
			await page.locator("#message-action").click();
			await page.getByText(status).waitFor();
		},
	);

	test("that does not answer the API is asked once, not at each search", async () => {
		const page = await hastyPage();
		let asked = 0;
		await page.route("**/api/**", () => {
			asked++;
		});
		await page.goto(site.origin);
		await page.getByText("41 clips").waitFor();
		for (const name of ["drum", "gong 7", "gong 9"]) {
			await page.fill("#search", name);
			await page.getByText(`1 clip for “${name}”`).waitFor();
		}
		expect(asked).toBe(1);
	});

	test.for([
		["errors", 500, "application/json", '{"detail":"Out of memory."}'],
		["a page to log in", 200, "text/html", "<title>Welcome to the hotel</title>"],
	] as const)(
		"that answers with %s is not called a missing connection",
		async ([, status, contentType, body]) => {
			const page = await browser.page("about:blank", { serviceWorkers: "block" });
			await page.route(DATA, (route) => route.fulfill({ status, contentType, body }));
			await page.goto(site.origin);
			await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
			expect(await message(page).textContent()).not.toContain("avourites");
		},
	);

	test("because the device is offline offers favourites only to those who have some", async () => {
		const page = await browser.page(site.origin, { serviceWorkers: "block" });
		const search = async (name: string): Promise<void> => {
			await page.context().setOffline(true);
			await page.fill("#search", name);
			await page.getByRole("heading", { name: "You’re offline" }).waitFor();
		};
		await page.locator("[data-slug]").nth(29).waitFor();
		await search("drum");
		expect(await message(page).textContent()).not.toContain("avourites");
		await page.context().setOffline(false);
		await page.locator("#message-action").click();
		await page.locator(".clip .favourite").first().click();
		await search("gong");
		expect(await message(page).textContent()).toContain("Your favourites are here");
	});

	test("that knows no API, and says so in JSON, has the clip all the same", async () => {
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
		const body = '{"message":"no Route matched with those values"}';
		await page.route("**/api/**", (route) =>
			route.fulfill({ status: 404, contentType: "application/json", body }),
		);
		await page.goto(`${site.origin}/#clip-7`);
		await page.locator(".featured .name", { hasText: "Gong 8" }).waitFor();
	});

	test("while a favourite is added says no more than that, and takes it back", async () => {
		const page = await browser.page(site.origin, { serviceWorkers: "block" });
		await page.locator(".clip .favourite").nth(1).click();
		await page.locator(".clip .favourite").nth(0).click();
		await page.getByText("“Gong 1” added to favourites.").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		expect(await page.locator('.favourite[aria-pressed="true"]').count()).toBe(1);
		await page.locator(".clip .favourite").nth(0).click();
		await page.locator(".clip .favourite").nth(1).click();
		await page.getByText("“Gong 2” is no longer a favourite.").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await page.locator("#favourites").click();
		await expect
			.poll(() => page.locator("#board .name").allTextContents())
			.toEqual(["Gong 2", "Gong 1"]);
	});
});
