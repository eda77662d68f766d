/** So that clips play whose media live at another origin, which the page may load from and nothing else. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { problemsOf, testBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();
const CLIPS = [{ name: "Boom", image: "dot.svg" }, { name: "Bang" }];

describe.skipIf(skip)(`media elsewhere, in ${title}`, () => {
	const browser = testBrowser();
	let media: Preview;
	let site: Preview;

	beforeAll(async () => {
		({ preview: media } = await startSite(parent, CLIPS));
		({ preview: site } = await startSite(parent, CLIPS, { mediaUrl: `${media.origin}/media` }));
	});
	afterAll(async () => {
		await site.stop();
		await media.stop();
	});

	test("they show and play, and those played stay on the device", async () => {
		const page = await browser.page(site.origin);
		await page.getByText("Works offline").waitFor();
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

		await page.locator(".favourite").first().click();
		const pinned = () =>
			page.evaluate(async () => (await (await caches.open("instants:/:pinned")).keys()).length);
		await expect.poll(pinned).toBe(2);
		// What the browser itself still holds of images is not what is tested.
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
