/** Everyone can use the soundboard: axe-core finds no violation in any state and colour scheme. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { testSite } from "./site.ts";

describeInBrowser("the soundboard", (browser) => {
	const records = ["FFFFFF", "000000", "777777", "FFFF00", "0000FF"].map((color, i) => {
		return {
			name: `Boom ${i}`,
			slug: `c-${i}`,
			color,
			sound: "long.mp3",
			image: i === 1 ? "dot.png" : null,
		};
	});
	const site = testSite(records);

	test.for([
		[
			"with one clip looping, then two",
			"",
			async (page: Page) => {
				await page.locator('.push:not([aria-pressed="true"])').first().click();
				await page.locator('.loop:not([aria-pressed="true"])').first().click();
			},
		],
		["when no clips are found", "?name=xyzzy", async () => {}],
		["without favourites", "?favourites", async () => {}],
		["on the page of a clip", "clips/c-1/", async () => {}],
		["on the page for missing addresses", "404.html", async () => {}],
	] as const)("axe finds nothing %s, in light and dark colours", async ([, path, act]) => {
		// Without motion, all colours change at once.
		const page = await browser.page(`${site.origin}/${path}`, { reducedMotion: "reduce" });
		await page.locator(":is(.push, #message, .sad):visible").first().waitFor();
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await act(page);
			await expectAccessible(page);
		}
	});

	test.for(["reduce", "no-preference"] as const)(
		"a script that does not load leaves links to the data, with motion %s",
		async (reducedMotion) => {
			const context = await browser.context({ reducedMotion });
			await context.route("**/assets/*.js", (route) => route.abort());
			const page = await context.newPage();
			await page.goto(site.origin);
			const files = page.getByRole("link", { name: "the clips as JSON" });
			expect(await files.isVisible()).toBe(false);
			// As after eight seconds of waiting.
			await page.evaluate(() => {
				for (const animation of document.getAnimations()) {
					if ((animation as CSSAnimation).animationName === "appear") animation.finish();
				}
			});
			await files.waitFor();
			await expectAccessible(page);
			await context.unroute("**/assets/*.js");
			await page.reload();
			await page.locator(".push").first().waitFor();
			expect(await page.locator(".late").evaluate((late) => getComputedStyle(late).display)).toBe(
				"none",
			);
		},
	);

	test("at 400% zoom the bar and the stop button leave room for the clips", async () => {
		const page = await browser.page(site.origin, { viewport: { width: 320, height: 256 } });
		await page.locator(".push").first().click();
		await page.locator("#stop").waitFor();
		await page.locator(".push").nth(4).focus();
		const covering = await page.evaluate(() => {
			const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(".bar, .strip");
			return [at(160, 5), at(160, 128), at(160, 251), at(300, 251)].filter(Boolean).length;
		});
		expect(covering).toBe(0);
		await expectAccessible(page);
	});

	test("the stop button has a border in forced colours", async () => {
		const page = await browser.page(site.origin, { forcedColors: "active" });
		await page.locator(".push").nth(0).click();
		await page.locator(".push").nth(1).click();
		await page.locator("#stop").waitFor();
		const border = await page.locator("#stop").evaluate((stop) => {
			const { borderTopWidth, borderTopStyle } = getComputedStyle(stop);
			return `${borderTopWidth} ${borderTopStyle}`;
		});
		expect(border).toBe("2px solid");
	});
});
