/** The signs on the buttons look like what they mean: play and stop are filled, restart is an arrow. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

/** How much of the middle of a picture, as large as this part of it, is nearly black: 0 to 1. */
function darkPart(page: Page, png: Buffer, middle: number): Promise<number> {
	return page.evaluate(
		async ({ bytes, middle }) => {
			const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
			const size = Math.ceil(image.width * middle);
			const canvas = new OffscreenCanvas(size, size).getContext("2d");
			canvas?.drawImage(image, (size - image.width) / 2, (size - image.height) / 2);
			const { data } = canvas?.getImageData(0, 0, size, size) ?? { data: [] };
			let dark = 0;
			for (let i = 0; i < data.length; i += 4) {
				if (Math.max(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) < 40) dark++;
			}
			return (4 * dark) / data.length;
		},
		{ bytes: [...png], middle },
	);
}

describeInBrowser("signs", (browser) => {
	const site = testSite(numbered("Boom", 1));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
		// Those that stand in the page are replaced.
		await page.locator('#board[aria-busy="false"] [data-slug]').waitFor();
	});

	test.for([
		["#i-play", true],
		["#i-stop", true],
		["#i-restart", false],
	] as const)("the sign %s is filled: %s", async ([sign, isFilled]) => {
		const glyph = page.locator(".clip .glyph").first();
		await glyph.evaluate((glyph, sign) => {
			glyph.querySelector("use")?.setAttribute("href", sign);
			(glyph as SVGElement).style.cssText = "opacity:1;fill:#000;stroke:#000;transition:none";
		}, sign);
		const middle = await darkPart(page, await glyph.screenshot(), 0.25);
		expect(middle > 0.5).toBe(isFilled);
		expect(await darkPart(page, await glyph.screenshot(), 1)).toBeGreaterThan(0.05);
	});
});
