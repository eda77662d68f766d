/** Pressing a button plays its clip, pressing it again stops it, and Escape stops everything. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the soundboard", (browser) => {
	const site = testSite(numbered("Boom", 30));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
		// Every element that has played, in order.
		await page.addInitScript(() => {
			const played: HTMLMediaElement[] = [];
			Object.assign(window, { played });
			const play = HTMLMediaElement.prototype.play;
			HTMLMediaElement.prototype.play = function () {
				played.push(this);
				return play.call(this);
			};
		});
		await page.reload();
	});

	const push = (n: number) => page.locator(".push").nth(n);
	const times = () =>
		page.evaluate(() =>
			(window as unknown as { played: HTMLMediaElement[] }).played.map(
				(audio) => audio.currentTime,
			),
		);

	test("a clip plays and shows its progress", async () => {
		await push(0).click();
		await expect.poll(async () => (await times())[0]).toBeGreaterThan(0.05);
		expect(await push(0).getAttribute("aria-pressed")).toBe("true");
		const progress = () =>
			page
				.locator(".clip")
				.first()
				.evaluate((clip) => Number(clip.style.getPropertyValue("--progress")));
		await expect.poll(progress).toBeGreaterThan(0);
		expect(problemsOf(page)).toEqual([]);
	});

	test("several clips play at once, and each stops on its own", async () => {
		await page.keyboard.press("Escape");
		await push(1).click();
		await push(2).click();
		expect(await page.locator("#stop").textContent()).toContain("Stop all 2");
		await push(1).click();
		expect(await push(1).getAttribute("aria-pressed")).toBe("false");
		expect(await push(2).getAttribute("aria-pressed")).toBe("true");
	});

	test("Escape stops all clips", async () => {
		await push(3).click();
		await page.keyboard.press("Escape");
		expect(await page.locator('[aria-pressed="true"]').count()).toBe(0);
		expect(await page.locator("#stop").isVisible()).toBe(false);
		const played = () =>
			page.evaluate(() =>
				(window as unknown as { played: HTMLMediaElement[] }).played.every((audio) => audio.paused),
			);
		expect(await played()).toBe(true);
	});

	test("a clip that has ended is no longer shown as playing", async () => {
		await push(4).click();
		expect(await push(4).getAttribute("aria-pressed")).toBe("true");
		await expect.poll(() => push(4).getAttribute("aria-pressed")).toBe("false");
	});
});
