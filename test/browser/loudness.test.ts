/** Clips that say how loud and how long they are sound alike, and show their length. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const RECORDS = [
	{ name: "Loud", sound: "long.mp3", duration: 2.345, gain: -6.02 },
	{ name: "Quiet", sound: "long.mp3", duration: 75.2, gain: 9 },
	{ name: "Unknown", sound: "long.mp3" },
	{ name: "Short", sound: "long.mp3", duration: 1.5 },
];

describeInBrowser("clips of known loudness", (browser) => {
	const site = testSite(RECORDS);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page("about:blank", { serviceWorkers: "block" });
		await page.addInitScript(() => {
			const played: HTMLMediaElement[] = [];
			Object.assign(window, { played });
			const { play } = HTMLMediaElement.prototype;
			HTMLMediaElement.prototype.play = function () {
				played.push(this);
				return play.call(this);
			};
		});
		await page.goto(site.origin);
	});
	const volumes = () =>
		page.evaluate(() =>
			(window as unknown as { played: HTMLMediaElement[] }).played.map(({ volume }) => volume),
		);

	test("are attenuated and never amplified, at any volume", async () => {
		for (const name of ["Loud, 2.3 s", "Quiet, 1:15", "Unknown"]) {
			await page.locator("#board").getByRole("button", { name, exact: true }).click();
		}
		await expect.poll(async () => (await volumes()).length).toBe(3);
		const [loud = 0, ...others] = await volumes();
		expect(loud).toBeCloseTo(0.5, 2);
		expect(others).toEqual([1, 1]);
		await page.locator("#volume").fill("50");
		await expect.poll(volumes).toEqual([loud / 2, 0.5, 0.5]);
		await page.keyboard.press("Escape");
	});

	test("last as long as their records say, whatever the header of the file says", async () => {
		const tile = (slug: string) => page.locator(`#board [data-slug="${slug}"]`);
		for (const [slug, seconds, glyph] of [
			["clip-1", 75.2, "#i-stop"],
			["clip-3", 1.5, "#i-restart"],
		] as const) {
			await tile(slug).locator(".push").click();
			await expect.poll(() => tile(slug).getAttribute("data-state")).toBe("playing");
			expect(await tile(slug).locator(".glyph use").getAttribute("href")).toBe(glyph);
			const progress = () =>
				tile(slug).evaluate((it) => {
					const { played } = window as unknown as { played: HTMLMediaElement[] };
					return (
						Number(it.style.getPropertyValue("--progress")) / (played.at(-1)?.currentTime ?? 0)
					);
				});
			await expect.poll(async () => Math.round((await progress()) * seconds * 5) / 5).toBe(1);
			await page.keyboard.press("Escape");
		}
	});

	test("show their length in a list, in their sheets and on their pages", async () => {
		const details = () => page.locator("#board .detail").allTextContents();
		await expect.poll(details).toEqual(["2.3 s", "1:15", "", "1.5 s"]);
		const length = page.locator("#sheet .length");
		for (const [name, text] of [
			["Loud", "2.3 s"],
			["Unknown", ""],
		] as const) {
			await page.getByRole("button", { name: `More about ${name}` }).click();
			await page.getByRole("dialog", { name }).waitFor();
			expect(await length.textContent()).toBe(text);
			await page.keyboard.press("Escape");
		}
		await page.goto(`${site.origin}/clips/clip-1/`);
		await page.locator("#featured .push").waitFor();
		expect(await page.locator("#featured .length").textContent()).toBe("1:15");
		expect(problemsOf(page)).toEqual([]);
	});
});
