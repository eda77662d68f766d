/** So that everyone can use the page: no violation that axe-core finds, in any state and colour scheme. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

describe.skipIf(skip)(`the soundboard in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview;

	beforeAll(async () => {
		const records = ["FFFFFF", "000000", "777777", "FFFF00", "0000FF"].map((color, i) => {
			return { name: `Boom ${i}`, slug: `c-${i}`, color, image: i === 1 ? "dot.svg" : null };
		});
		({ preview } = await startSite(parent, records));
	});
	afterAll(() => preview.stop());

	describe.for(["light", "dark"] as const)("in %s colours", (colorScheme) => {
		test.for([
			["clips, one playing", "", async (page: Page) => page.locator(".push").first().click()],
			["nothing found", "?name=xyzzy", async () => {}],
			["no favourites", "?favourites", async () => {}],
			["a shared clip", "?name=Boom+2#c-2", async () => {}],
		] as const)("%s", async ([, query, act]) => {
			const page = await browser.page(`${preview.origin}/${query}`, { colorScheme });
			await page.locator(".push, #message").first().waitFor();
			await act(page);
			await expectAccessible(page);
		});

		test("a missing page", async () => {
			const page = await browser.page(`${preview.origin}/404.html`, { colorScheme });
			await expectAccessible(page);
		});
	});
	test.for(["reduce", "no-preference"] as const)(
		"a script that does not arrive, with motion %s",
		async (reducedMotion) => {
			const context = await browser.context({ reducedMotion });
			await context.route("**/assets/*.js", (route) => route.abort());
			const page = await context.newPage();
			await page.goto(preview.origin);
			const files = page.getByRole("link", { name: "the clips, ten a page" });
			expect(await files.isVisible()).toBe(false);
			// What eight seconds of waiting lead to.
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

	test("four times enlarged, the clips have the window", async () => {
		const page = await browser.page(preview.origin, { viewport: { width: 320, height: 256 } });
		await page.locator(".push").first().click();
		await page.locator("#stop").waitFor();
		await page.locator(".push").nth(4).focus();
		const covering = await page.evaluate(() => {
			const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(".bar, .stop");
			return [at(160, 5), at(160, 128), at(160, 251), at(300, 251)].filter(Boolean).length;
		});
		expect(covering).toBe(0);
		await expectAccessible(page);
	});

	test("where colours are forced, what stops has a border", async () => {
		const page = await browser.page(preview.origin, { forcedColors: "active" });
		await page.locator(".push").first().click();
		await page.locator("#stop").waitFor();
		const border = await page.locator("#stop").evaluate((stop) => {
			const { borderTopWidth, borderTopStyle } = getComputedStyle(stop);
			return `${borderTopWidth} ${borderTopStyle}`;
		});
		expect(border).toBe("2px solid");
	});
});
