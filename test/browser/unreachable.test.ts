/** When nothing comes from the network, the page says why, promises nothing it cannot keep, and waits for nobody long. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, withoutApi } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const DATA = /\/(?:api|v1)\/|\/latest\.json/;

describeInBrowser("a page whose host fails", (browser) => {
	const site = testSite([...numbered("Gong", 40), { name: "Drum" }]);
	const message = (page: Page) => page.locator("#message");

	/** A page that waits a tenth of a second for the API instead of five, and two for files. */
	async function hastyPage(): Promise<Page> {
		const page = await browser.page();
		await page.addInitScript(() => {
			const { timeout } = AbortSignal;
			AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 5000 ? 100 : 2000);
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

	test("leaves the clips that stand in the page, which play, and what was shown before", async () => {
		const page = await browser.page();
		const fail = () => page.route(DATA, (route) => route.fulfill({ status: 500 }));
		const heading = page.getByRole("heading", { name: "This site isn’t answering" });
		const slugs = () => page.locator("#board [data-slug]").count();
		await fail();
		await page.goto(site.origin);
		await heading.waitFor();
		expect(await slugs()).toBe(30);
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("false");
		expect(await page.locator("#random").isEnabled()).toBe(false);
		await page.locator("#board .push").first().click();
		await page.locator('#board .clip[data-state="playing"]').waitFor();
		await page.keyboard.press("Escape");
		await page.unroute(DATA);
		await page.locator("#message-action").click();
		await page.getByText("41 clips").waitFor();
		expect(await heading.isVisible()).toBe(false);
		await fail();
		await page.fill("#search", "drum");
		await page.locator("#search").press("Enter");
		await heading.waitFor();
		expect(await slugs()).toBeGreaterThanOrEqual(30);
		expect(page.url()).toBe(`${site.origin}/?name=drum`);
		expect(await page.locator('[data-state="playing"]').count()).toBe(0);
		await page.unroute(DATA);
		await page.locator("#message-action").click();
		await page.getByText("1 clip for “drum”").waitFor();
	});

	test("that never sends the script of the handler stops waiting, and can be tried again", async () => {
		const page = await hastyPage();
		const script = "**/assets/search-*.js";
		await withoutApi(page);
		await page.route(script, () => {});
		await page.goto(site.origin);
		await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
		await page.unroute(script);
		await page.locator("#message-action").click();
		await page.getByText("41 clips").waitFor();
	});

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
			const page = await browser.page();
			await page.route(DATA, (route) => route.fulfill({ status, contentType, body }));
			await page.goto(site.origin);
			await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
			expect(await message(page).textContent()).not.toContain("avourites");
		},
	);

	test("because the device is offline offers favourites only to those who have some", async () => {
		const page = await browser.page(site.origin);
		const search = async (name: string): Promise<void> => {
			await page.context().setOffline(true);
			await page.fill("#search", name);
			await page.getByRole("heading", { name: "You’re offline" }).waitFor();
		};
		await page.locator("[data-slug]").nth(29).waitFor();
		await search("drum");
		expect(await message(page).textContent()).not.toContain("avourites");
		await page.context().setOffline(false);
		// A slow machine may have found the clips by then, and the button is gone.
		await page.locator("#message-action").dispatchEvent("click");
		await page.locator(".clip .favourite").first().click();
		await search("gong");
		expect(await message(page).textContent()).toContain("Your favourites are here");
	});
});

/** Pages over plain HTTP have no `crypto.subtle`, except from the machine itself. */
describeInBrowser(
	"a page over plain HTTP of another machine that serves files alone",
	(browser) => {
		const site = testSite(numbered("Gong", 40), () => ({ links: "path" }));

		test("lists and searches", async () => {
			const context = await browser.context();
			await withoutApi(context);
			const page = await context.newPage();
			await page.goto(site.origin.replace("localhost", "nas.test"));
			await page.getByText("40 clips").waitFor();
			expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([
				false,
				"undefined",
			]);
			await page.fill("#search", "gong 7");
			await page.getByText("1 clip for “gong 7”").waitFor();
		});
	},
	["--host-resolver-rules=MAP nas.test localhost"],
);
