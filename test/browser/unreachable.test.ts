/**
 * When nothing comes from the network, the page says why, makes no promise that it cannot keep, and never waits
 * for long.
 */
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { PATIENCE } from "../fixtures/patience.ts";
import { describeInBrowser, withoutApi } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const DATA = /\/(?:api|v1)\/|\/latest\.json/;

describeInBrowser("a page whose host fails", (browser) => {
	const site = testSite([...numbered("Gong", 40), { name: "Drum" }]);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page();
	});
	afterEach(() => page.unrouteAll());
	const notAnswering = (on = page) =>
		on.getByRole("heading", { name: "This site isn’t answering" });
	const tryAgain = (on = page) => on.locator("#message-action");

	test.for([
		["errors", 500, "application/json", '{"detail":"Out of memory."}'],
		["a page to log in", 200, "text/html", "<title>Welcome to the hotel</title>"],
	] as const)(
		"reports no missing connection if the host answers with %s",
		async ([, status, contentType, body]) => {
			await page.route(DATA, (route) => route.fulfill({ status, contentType, body }));
			await page.goto(site.origin);
			await notAnswering().waitFor();
			expect(await page.locator("#message").textContent()).not.toContain("avourites");
		},
	);

	test("keeps the clips in the HTML, which play, and the clips shown before", async () => {
		const fail = () => page.route(DATA, (route) => route.fulfill({ status: 500 }));
		const slugs = () => page.locator("#board [data-slug]").count();
		await fail();
		await page.goto(site.origin);
		await notAnswering().waitFor();
		expect(await slugs()).toBe(30);
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("false");
		expect(await page.locator("#random").isEnabled()).toBe(false);
		await page.locator("#board .push").first().click();
		await page.locator('#board .clip[data-state="playing"]').waitFor();
		await page.keyboard.press("Escape");
		await page.unroute(DATA);
		await tryAgain().click();
		await page.getByText("41 clips").waitFor();
		expect(await notAnswering().isVisible()).toBe(false);
		await fail();
		await page.fill("#search", "drum");
		await page.locator("#search").press("Enter");
		await notAnswering().waitFor();
		expect(await slugs()).toBeGreaterThanOrEqual(30);
		expect(page.url()).toBe(`${site.origin}/?name=drum`);
		expect(await page.locator('[data-state="playing"]').count()).toBe(0);
		await page.unroute(DATA);
		await tryAgain().click();
		await page.getByText("1 clip for “drum”").waitFor();
	});

	test("offers favourites on an offline device, but only to people who have some", async () => {
		await page.goto(site.origin);
		const search = async (name: string): Promise<void> => {
			await page.context().setOffline(true);
			await page.fill("#search", name);
			await page.getByRole("heading", { name: "You’re offline" }).waitFor();
		};
		await page.locator("[data-slug]").nth(29).waitFor();
		await search("drum");
		expect(await page.locator("#message").textContent()).not.toContain("avourites");
		await page.context().setOffline(false);
		// On a slow machine, the clips may have arrived and the button may be gone by then.
		await tryAgain().dispatchEvent("click");
		await page.locator(".clip .favourite").first().click();
		await search("gong");
		expect(await page.locator("#message").textContent()).toContain("Your favourites are here");
		await page.context().setOffline(false);
	});

	describe("if the host is silent,", () => {
		/** A page that waits 0.1 seconds for the API instead of 5, and `forFiles` ms for files. */
		const hurried = async (forFiles: number): Promise<Page> => {
			const other = await browser.page();
			await other.addInitScript((forFiles) => {
				const { timeout } = AbortSignal;
				AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms === 5000 ? 100 : forFiles);
			}, forFiles);
			return other;
		};

		test.for([
			["data", false, DATA],
			["script of the handler", true, /\/assets\/search-/],
		] as const)(
			"stops waiting for its %s, and can be tried again",
			async ([, isFilesAlone, silent]) => {
				const other = await hurried(2000);
				if (isFilesAlone) await withoutApi(other);
				await other.route(silent, () => {});
				await other.goto(site.origin);
				await notAnswering(other).waitFor();
				await other.unroute(silent);
				// A busy machine may take longer than these timeouts to answer.
				await other.evaluate(() => {
					AbortSignal.timeout = () => new AbortController().signal;
				});
				await tryAgain(other).click();
				await other.getByText("41 clips").waitFor();
			},
		);

		test("requests the API once, not at each search", async () => {
			const other = await hurried(PATIENCE);
			let asked = 0;
			await other.route("**/api/**", () => {
				asked++;
			});
			await other.goto(site.origin);
			await other.getByText("41 clips").waitFor();
			for (const name of ["drum", "gong 7", "gong 9"]) {
				await other.fill("#search", name);
				await other.getByText(`1 clip for “${name}”`).waitFor();
			}
			expect(asked).toBe(1);
		});
	});
});

/** Pages over plain HTTP have no `crypto.subtle`, except on localhost. */
describeInBrowser(
	"a page over plain HTTP from another machine that only serves files",
	(browser) => {
		const site = testSite(numbered("Gong", 40), () => ({ runsCode: false }));

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
