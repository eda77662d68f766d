/** So that pressing a button makes a sound, pressing it again stops it, and Escape is silence. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { named, temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { problemsOf, testBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

describe.skipIf(skip)(`the soundboard in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview;
	let page: Page;

	beforeAll(async () => {
		const names = Array.from({ length: 30 }, (_, i) => `Boom ${i + 1}`);
		const records = named(names).map(({ sound: _, ...rest }) => rest);
		({ preview } = await startSite(parent, records));
		page = await browser.page(preview.origin);
		// Every element that plays, in the order in which they began.
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
	afterAll(() => preview.stop());

	const push = (n: number) => page.locator(".push").nth(n);
	const times = () =>
		page.evaluate(() =>
			(window as unknown as { played: HTMLMediaElement[] }).played.map(
				(audio) => audio.currentTime,
			),
		);

	test("its time moves, and so does what shows it", async () => {
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

	test("another sounds with it, and each stops alone", async () => {
		await page.keyboard.press("Escape");
		await push(1).click();
		await push(2).click();
		expect(await page.locator("#stop").textContent()).toContain("Stop all 2");
		await push(1).click();
		expect(await push(1).getAttribute("aria-pressed")).toBe("false");
		expect(await push(2).getAttribute("aria-pressed")).toBe("true");
	});

	test("Escape stops all", async () => {
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

	test("a finger that goes down to scroll loads nothing", async () => {
		const loaded = await page.evaluate(() => {
			const loaded: (string | undefined)[] = [];
			const { Audio } = window;
			window.Audio = class extends Audio {
				constructor(src?: string) {
					super();
					loaded.push(src?.replace(/^.*\//, ""));
				}
			};
			for (const [i, pointerType, button] of [
				[20, "touch", 0],
				[21, "mouse", 2],
				[22, "mouse", 0],
			] as const) {
				const push = document.querySelectorAll(".push")[i];
				push?.dispatchEvent(
					new PointerEvent("pointerdown", { pointerType, button, bubbles: true }),
				);
			}
			window.Audio = Audio;
			return loaded;
		});
		expect(loaded).toEqual(["1.mp3"]);
	});

	test("it ends by itself", async () => {
		await push(4).click();
		expect(await push(4).getAttribute("aria-pressed")).toBe("true");
		await expect.poll(() => push(4).getAttribute("aria-pressed")).toBe("false");
	});
});
