/**
 * For someone who comes back, the clips that were played here, even at random, are above all others, and play
 * without delay.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, describeInBrowsers, heldBack, problemsOf } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const GONGS = numbered("Gong", 130).map((clip, i) => ({
	...clip,
	sound: i > 100 ? "long.mp3" : `${i % 3}.mp3`,
}));

/** The names in the row. */
const row = (page: Page) => page.locator("#recents .name").allTextContents();

/** Makes a page start as if these clips had been played there, the most recent first. */
async function remember(page: Page, numbers: readonly number[], as = "recent"): Promise<void> {
	const kept = numbers.map((n) => ({
		name: `Gong ${n}`,
		slug: `clip-${n - 1}`,
		sound: `media/sounds/${(n - 1) % 3}.mp3`,
	}));
	await page.addInitScript(([as, kept]) => localStorage.setItem(`instants:/:${as}`, kept), [
		as,
		JSON.stringify(kept),
	] as const);
}

describeInBrowsers("the row of recent clips", (browser) => {
	const site = testSite(GONGS);
	const play = async (page: Page, n: number) => {
		await page.locator(`#board [data-slug="clip-${n - 1}"] .push`).click();
		await expect
			.poll(() => page.evaluate(() => localStorage.getItem("instants:/:recent")))
			.toMatch(new RegExp(`^\\[\\{"name":"Gong ${n}"`));
	};

	test("has the clips that were played, newest first, once there are three, before anything is painted", async () => {
		const page = await browser.page(site.origin);
		for (const n of [5, 2]) await play(page, n);
		await page.reload();
		await page.getByText("130 clips").waitFor();
		expect(await page.locator(".recent").isVisible()).toBe(false);
		for (const n of [9, 5]) await play(page, n);
		// Nothing moves under the finger that plays.
		expect(await page.locator(".recent").isVisible()).toBe(false);
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto("about:blank");
		await page.goto(site.origin, { waitUntil: "commit" });
		await page.locator("#board a").nth(29).waitFor({ state: "attached" });
		const box = () => page.locator(".recent").boundingBox();
		await expect.poll(async () => (await box())?.height).toBeGreaterThan(100);
		const before = await box();
		expect(await row(page)).toEqual([]);
		load();
		await page.getByText("130 clips").waitFor();
		expect(await row(page)).toEqual(["Gong 5", "Gong 9", "Gong 2"]);
		expect(await box()).toEqual(before);
		await page.locator("#recents .push").nth(1).click();
		await page.locator('#recents [data-slug="clip-8"][data-state="playing"]').waitFor();
		expect(await row(page)).toEqual(["Gong 5", "Gong 9", "Gong 2"]);
		await expectNoShift(page);
		await expectAccessible(page);
		expect(problemsOf(page)).toEqual([]);
	});

	test("leaves as soon as someone types, and comes back with all clips", async () => {
		const page = await browser.page();
		await remember(
			page,
			Array.from({ length: 14 }, (_, i) => i + 1),
		);
		await page.goto(site.origin);
		await page.getByText("130 clips").waitFor();
		expect(await row(page)).toHaveLength(12);
		const search = await heldBack(page, "**/instants/?name=*");
		await page.keyboard.press("/");
		await page.keyboard.type("gong 77");
		await page.locator(".recent").waitFor({ state: "hidden" });
		search();
		await page.getByText("1 clip for “gong 77”").waitFor();
		await play(page, 77);
		await page.getByRole("button", { name: "Clear the search" }).click();
		await page.locator(".recent").waitFor();
		expect((await row(page)).slice(0, 2)).toEqual(["Gong 77", "Gong 1"]);
		await page.getByRole("button", { name: "Favourites" }).click();
		await page.locator(".recent").waitFor({ state: "hidden" });
		await page.goto(`${site.origin}/clips/clip-3/`);
		await page.getByText("130 clips").waitFor();
		expect(await page.locator(".recent").isVisible()).toBe(false);
	});

	test("can be forgotten in the options", async () => {
		const page = await browser.page(site.origin);
		await page.getByText("130 clips").waitFor();
		const forget = page.getByRole("button", { name: "Forget recent clips" });
		await page.locator("#show-options").click();
		await page.locator("#options").waitFor();
		expect(await forget.isVisible()).toBe(false);
		await page.keyboard.press("Escape");
		for (const n of [1, 2, 3]) await play(page, n);
		await page.reload();
		await page.locator(".recent").waitFor();
		await page.locator("#show-options").click();
		await forget.click();
		await page.getByRole("button", { name: "Forgotten" }).waitFor();
		expect(await page.locator(".recent").isVisible()).toBe(false);
		await page.reload();
		await page.getByText("130 clips").waitFor();
		expect(await page.locator(".recent").isVisible()).toBe(false);
	});
});

describeInBrowser("Random, and sounds before they are pressed", (browser) => {
	const site = testSite(GONGS);
	const chance = (page: Page, n: number) =>
		page.evaluate(
			(value) => {
				Math.random = () => value;
			},
			(n - 0.5) / GONGS.length,
		);

	test("Random puts its clip at the start of the row, again and again, without a dialog", async () => {
		const page = await browser.page();
		await remember(page, [1, 2, 3]);
		await page.goto(site.origin);
		await page.getByText("130 clips").waitFor();
		const picked = (n: number) =>
			page
				.locator(`#recents .picked[data-slug="clip-${n - 1}"]:not([data-state="silent"])`)
				.waitFor();
		const top = () => page.locator("#board").evaluate((it) => it.getBoundingClientRect().top);
		const before = await top();
		const answer = await heldBack(page, "**/instants/?page=12");
		await chance(page, 120);
		await page.getByRole("button", { name: "Play a random clip" }).click();
		// The place of the clip is reserved at once, so that nothing moves when it arrives.
		await page.locator("#recents > .waiting:first-child").waitFor();
		answer();
		await picked(120);
		await page.locator("#random").blur();
		await chance(page, 110);
		await page.keyboard.press("r");
		await picked(110);
		// The first and the last clip can be chosen, too.
		for (const n of [1, 130]) {
			await chance(page, n);
			await page.keyboard.press("r");
			await picked(n);
		}
		expect((await row(page)).slice(0, 5)).toEqual([130, 1, 110, 120, 2].map((n) => `Gong ${n}`));
		expect(await page.locator(".picked").count()).toBe(1);
		expect(await page.locator("dialog[open]").count()).toBe(0);
		expect(await top()).toBe(before);
		await expectAccessible(page);
	});

	test("Random needs no row, and makes none if its clip could not be read", async () => {
		const page = await browser.page(site.origin);
		await page.getByText("130 clips").waitFor();
		await chance(page, 120);
		const data = /\/v1\//;
		await page.route(data, (route) => route.abort());
		await page.keyboard.press("r");
		// The notice disappears after five seconds, perhaps before a busy machine checks.
		await page.getByText("Loading failed.").waitFor({ state: "attached" });
		expect(await page.locator(".recent").isVisible()).toBe(false);
		await page.unroute(data);
		await page.keyboard.press("R");
		await page.locator('#recents [data-slug="clip-119"]').waitFor();
		expect(await row(page)).toEqual(["Gong 120"]);
	});

	/** Opens a page, and records the sounds that it requests without a press, once it has nothing else to do. */
	async function openIdle(saveData: boolean, bytes: number) {
		const page = await browser.page();
		const asked: string[] = [];
		await remember(page, [1, 2]);
		await remember(page, [3, 4], "favourites");
		await page.addInitScript((saveData) => {
			Object.defineProperty(navigator, "connection", { value: { saveData } });
		}, saveData);
		await page.route("**/media/sounds/*", (route) => {
			if (route.request().method() === "HEAD")
				return route.fulfill({ headers: { "Content-Length": String(bytes) } });
			asked.push(route.request().url().replace(/.*\//, ""));
			return route.continue();
		});
		await page.goto(site.origin);
		await page.getByText("130 clips").waitFor();
		return { page, asked };
	}

	test("recent and favourite sounds are requested once the page is idle", async () => {
		const { asked } = await openIdle(false, 1000);
		await expect.poll(() => asked.toSorted()).toEqual(["0.mp3", "1.mp3", "2.mp3"]);
	});

	test("sounds that are too large together are requested only when pressed", async () => {
		const { page, asked } = await openIdle(false, 2_000_000);
		await expect.poll(() => asked).toEqual(["0.mp3"]);
		await page.locator('#board [data-slug="clip-1"] .push').click();
		await expect.poll(() => asked).toEqual(["0.mp3", "1.mp3"]);
	});

	test("no sound is requested with Data Saver on", async () => {
		const { page, asked } = await openIdle(true, 1000);
		// By then the page would have requested sounds, even if it was never idle.
		await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 6000 })));
		await page.locator('#board [data-slug="clip-2"] .push').click();
		await page.locator('[data-state="playing"]').first().waitFor();
		expect(asked).toEqual(["2.mp3"]);
	});
});
