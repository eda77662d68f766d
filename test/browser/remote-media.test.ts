/** Media at another origin show and play, online and offline. */
import { expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const CLIPS = [{ name: "Boom", image: "dot.png" }, { name: "Bang" }];

describeInBrowser("media at another origin", (browser) => {
	const media = testSite(CLIPS);
	const site = testSite(CLIPS, () => ({ mediaUrl: `${media.origin}/media` }));

	test("show and play, and favourites and played clips stay on the device", async () => {
		const page = await browser.page(site.origin, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await page.reload();
		const playing = page.locator('.clip[data-state="playing"]');
		await page.locator(".push").first().click();
		await playing.waitFor();
		const width = () =>
			page
				.locator(".picture")
				.first()
				.evaluate((image: HTMLImageElement) => image.naturalWidth);
		await expect.poll(width).toBeGreaterThan(0);
		expect(problemsOf(page)).toEqual([]);

		await page.locator(".clip .favourite").first().click();
		const pinned = () =>
			page.evaluate(async () => (await (await caches.open("instants:/:pinned")).keys()).length);
		await expect.poll(pinned).toBe(2);
		// Otherwise the browser's own image cache could stand in for the worker.
		const session = await page.context().newCDPSession(page);
		await session.send("Network.clearBrowserCache");
		await page.context().setOffline(true);
		await page.reload();
		await expect.poll(width).toBeGreaterThan(0);
		await page.locator(".push").first().click();
		await playing.waitFor();
		await page.locator(".push").nth(1).click();
		await page.getByText("“Bang” ").waitFor();
	});
});
