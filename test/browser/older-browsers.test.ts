/** Browsers that lack something, or refuse it, show clips and find them all the same. */
import { expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the soundboard", (browser) => {
	const site = testSite([...numbered("Gong", 40), { name: "Drum" }]);

	test("shows clips after one became a favourite, without functions that came late", async () => {
		const page = await browser.page("about:blank");
		await page.addInitScript(() => {
			Reflect.deleteProperty(URL, "canParse");
			Reflect.deleteProperty(Element.prototype, "checkVisibility");
			Reflect.deleteProperty(Navigator.prototype, "mediaSession");
		});
		await page.goto(site.origin);
		await page.locator(".clip .favourite").first().click();
		await page.reload();
		await page.getByText("41 clips").waitFor();
		await page.locator(".push").first().click();
		await page.locator('[data-state="playing"]').first().waitFor();
		expect(await page.locator('.favourite[aria-pressed="true"]').count()).toBe(1);
		expect(problemsOf(page)).toEqual([]);
	});

	test("goes on searching when the history takes no more entries", async () => {
		const page = await browser.page(site.origin);
		await page.getByText("41 clips").waitFor();
		await page.evaluate(() => {
			const refuse = (): void => {
				throw new DOMException("100 times per 30 seconds", "SecurityError");
			};
			history.replaceState = refuse;
			history.pushState = refuse;
		});
		await page.fill("#search", "drum");
		await page.getByText("1 clip for “drum”").waitFor();
		await page.fill("#search", "gong 7");
		await page.getByText("1 clip for “gong 7”").waitFor();
		expect(await page.locator("#message").isVisible()).toBe(false);
	});
});
