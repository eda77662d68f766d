/** So that a list of a thousand clips has an end that one reaches, and a place that one comes back to. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();
const COUNT = 1000;

describe.skipIf(skip)(`a thousand clips in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview;
	let page: Page;

	beforeAll(async () => {
		const names = Array.from({ length: COUNT }, (_, i) => ({ name: `Gong ${i + 1}` }));
		({ preview } = await startSite(parent, names));
		page = await browser.page(preview.origin, { serviceWorkers: "block" });
	});
	afterAll(() => preview.stop());

	const count = () => page.locator("[data-slug]").count();

	test("End leads to the last one", async () => {
		await page.locator(".push").first().waitFor();
		await page.locator(".push").first().focus();
		// As fast as a key repeats: what the browser observes then comes in bundles.
		const press = async (): Promise<number> => {
			await page.keyboard.press("End");
			return count();
		};
		await expect.poll(press, { interval: 30 }).toBe(COUNT);
	});
	test("Back and reload lead to the clip that was in sight, however far down", async () => {
		const mark = page.locator('[data-slug="clip-900"]');
		const top = () => mark.evaluate((tile) => Math.round(tile.getBoundingClientRect().top));
		await mark.evaluate((tile) => tile.scrollIntoView({ block: "center", behavior: "instant" }));
		const before = await top();
		await expect.poll(() => page.url()).toMatch(/\?page=\d\d$/);
		await page.fill("#search", "gong 7");
		await page.getByText("for “gong 7”").waitFor();
		// In the middle of a word, which must not be searched any more.
		await page.evaluate(() => {
			const field = document.querySelector<HTMLInputElement>("#search");
			if (field !== null) field.value += "7";
			field?.dispatchEvent(new Event("input"));
			history.back();
		});
		await page.getByText("1,000 clips").waitFor();
		await page.waitForTimeout(300);
		await expect.poll(top).toBe(before);
		// Clips before those that are restored come on request, at once and not with a thousand others.
		await page.locator("#earlier").waitFor();
		await page.reload();
		await mark.waitFor();
		await expect.poll(top).toBe(before);
	});
	test("clips before these are tried again when they could not be read", async () => {
		await page.goto(`${preview.origin}/?page=50`);
		await page.route("**/page/49.json", (route) => route.abort());
		await page.locator("#earlier").click();
		const again = page.getByRole("button", { name: "Try again" });
		await again.waitFor();
		await page.unroute("**/page/49.json");
		await again.click();
		await page.locator('[data-slug="clip-450"]').waitFor();
		await again.waitFor({ state: "hidden" });
	});
});
