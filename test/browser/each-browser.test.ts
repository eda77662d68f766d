/** What one browser did otherwise than the others, or only some of them reported. */
import { expect, test } from "vitest";
import { describeInBrowsers } from "./browser.ts";
import { coloursIn, type Rectangle } from "./pixels.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowsers("the board", (browser) => {
	const site = testSite([
		{ name: "Pictured", image: "dot.png", sound: "long.mp3" },
		{ name: "Long", sound: "long.mp3", description: "Many words. ".repeat(300) },
		...numbered("Boom", 30).map((clip) => ({ ...clip, sound: "long.mp3" })),
	]);

	test("no slider in the strip is cut, and on most phones four are seen", async () => {
		for (const [width, height, whole] of [
			[390, 844, 4],
			[360, 740, 3],
		] as const) {
			const page = await browser.page(site.origin, { viewport: { width, height } });
			for (const n of [1, 2, 3, 4])
				await page.locator("#board button.push").nth(n).dispatchEvent("click");
			await page.locator(".voice").nth(3).waitFor({ state: "attached" });
			const rows = await page.locator("#voices").evaluate((list) => {
				const { bottom } = list.getBoundingClientRect();
				// On some screens, half a pixel more or less.
				const isAbove = (edge: number): boolean => edge < bottom + 0.5;
				const boxes = Array.from(list.children, (voice) => voice.getBoundingClientRect());
				return boxes.map(({ top, bottom }) => [isAbove(top + 1), isAbove(bottom)]);
			});
			expect(rows.filter(([begins]) => begins)).toEqual(Array(whole).fill([true, true]));
		}
	});

	test("a card that scrolls has round corners, and no bright strip is left beside it", async () => {
		const page = await browser.page(site.origin);
		await page.locator('#board [data-slug="clip-1"] .about').click();
		const sheet = page.locator("#sheet");
		await sheet.waitFor();
		await sheet.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
		const box = await sheet.boundingBox();
		const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
		const corner = (left: number): Rectangle => [Math.round(left), Math.round(y), 3, 3];
		const png = (await page.screenshot()).toString("base64");
		const rectangles = [corner(x), corner(x + width - 3), [1016, 300, 8, 100] as const];
		const [left, right, edge] = await page.evaluate(coloursIn, { png, rectangles });
		expect(right).toBe(left);
		expect(edge).toBe(left);
	});
});
