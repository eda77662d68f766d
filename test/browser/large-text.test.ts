/** Who reads text twice as large as usual can use the whole page, without scrolling sideways. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser(
	"with text of 32 px",
	(browser) => {
		const site = testSite(numbered("Gong", 30).map((clip) => ({ ...clip, tags: "metal" })));
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
		});

		test.for([
			[390, 844, ""],
			[390, 844, "clips/clip-3/"],
			[768, 1024, "?favourites"],
		] as const)("a window of %i by %i px shows “/%s” as a whole", async ([width, height, path]) => {
			await page.setViewportSize({ width, height });
			await page.goto(`${site.origin}/${path}`);
			await page.locator(".push, #message:not([hidden])").first().waitFor();
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
			const search = await page.locator("#search").boundingBox();
			// Enough for some ten letters.
			expect(search?.width).toBeGreaterThan(300);
			const small = await page
				.locator("button:visible, select:visible")
				.evaluateAll((parts) =>
					parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map(({ id }) => id),
				);
			expect(small).toEqual([]);
			const title = page.locator("#site-title");
			const lines = await title.evaluate(
				(it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight),
			);
			expect(Math.round(lines)).toBeLessThanOrEqual(1);
		});

		const long = testSite(
			numbered("When it explains once more how it all began", 30).map((clip) => ({
				...clip,
				sound: "long.mp3",
			})),
		);

		test.for([360, 390])(
			"a list in a window of %i px has room for words, and so has what is said",
			async (width) => {
				await page.setViewportSize({ width, height: 844 });
				await page.goto(long.origin);
				await page.getByText("30 clips").waitFor();
				const name = page.locator("#board.list .name").first();
				expect((await name.boundingBox())?.width).toBeGreaterThan(200);
				const push = page.locator("#board .push").first();
				const [bottom, top] = [
					await name.evaluate((it) => it.getBoundingClientRect().bottom),
					await page
						.locator("#board .favourite")
						.first()
						.evaluate((it) => it.getBoundingClientRect().top),
				];
				expect(bottom).toBeLessThanOrEqual(top);
				expect(await push.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
				await page.locator("#board .favourite").first().focus();
				await page.keyboard.press("Enter");
				await page.keyboard.press("Enter");
				await page.getByText("Removed from favourites").waitFor();
				expect((await page.locator("#notice-text").boundingBox())?.width).toBeGreaterThan(220);
			},
		);
	},
	["--blink-settings=defaultFontSize=32"],
);
