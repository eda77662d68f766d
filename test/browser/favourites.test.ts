/** Favourites are counted as they are shown, and random play keeps to them. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("favourites", (browser) => {
	const site = testSite(numbered("Gong", 45).map((clip) => ({ ...clip, sound: "long.mp3" })));
	let page: Page;
	const names = () => page.locator("#board [data-slug] .name").allTextContents();
	const tile = (name: string) =>
		page.locator("#board .clip").filter({ has: page.getByText(name, { exact: true }) });

	/** The favourites are Gong 1 to Gong `count`. */
	async function openWith(count: number): Promise<void> {
		page = await browser.page(site.origin, { serviceWorkers: "block" });
		await page.evaluate(async (count) => {
			const clips = [];
			for (let number = 1; number <= Math.ceil(count / 10); number++) {
				const answer = await fetch(`/api/v1/instants/?page=${number}`);
				clips.push(...(await answer.json()).results);
			}
			localStorage.setItem("instants:/:favourites", JSON.stringify(clips.slice(0, count)));
		}, count);
		await page.goto(`${site.origin}/?favourites`);
		await page.getByText(`${count} favourites`).waitFor();
	}

	beforeEach(() => openWith(5));

	test("are counted as they are shown when one is added that the board does not show", async () => {
		await page.evaluate(() => {
			const key = "instants:/:favourites";
			localStorage.setItem(
				key,
				JSON.stringify(JSON.parse(localStorage.getItem(key) ?? "").slice(1)),
			);
		});
		await page.goto(site.origin);
		await page.getByText("45 clips").waitFor();
		await tile("Gong 1").locator(".push").click();
		await page.locator("#favourites").click();
		await page.getByText("4 favourites").waitFor();
		await page.locator("#strip").getByRole("button", { name: "More about Gong 1" }).click();
		await page.locator("#sheet").getByRole("button", { name: "Favourite" }).click();
		await page.getByText("5 favourites").waitFor();
		await expect.poll(names).toEqual(["Gong 2", "Gong 3", "Gong 4", "Gong 5", "Gong 1"]);
	});

	test("leave nothing to chance once all their stars are gone", async () => {
		const random = page.getByRole("button", { name: "Play a random clip" });
		expect(await random.isVisible()).toBe(true);
		for (const n of [1, 2, 3, 4, 5]) {
			await tile(`Gong ${n}`).hover();
			await tile(`Gong ${n}`).locator(".favourite").click();
		}
		await page.getByText("0 favourites").waitFor();
		expect(await random.isVisible()).toBe(false);
	});
});
