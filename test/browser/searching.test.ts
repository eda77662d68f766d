/** People find clips as they type, share and keep them, with the keyboard alone if they like. */

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the soundboard", (browser) => {
	const description = "Played before something happens.";
	const measures = { duration: 1.5, gain: -3 };
	const drums = [
		{ name: "Drum Roll", slug: "drum_roll", description, ...measures },
		{ name: "Drum" },
	];
	// Long enough to be still playing when a busy machine checks.
	const gongs = numbered("Gong", 230).map((clip) => ({ ...clip, sound: "long.mp3" }));
	const site = testSite([...gongs, ...drums]);
	let page: Page;

	beforeAll(async () => {
		page = await browser.page();
		await open("");
	});

	async function open(query: string): Promise<void> {
		await page.goto(`${site.origin}/${query}`);
		await page.locator(".push, #message:not([hidden])").first().waitFor();
	}
	const status = (text: string) => page.locator("#status", { hasText: text }).waitFor();
	const names = () => page.locator("#board .name").allTextContents();
	const address = () => page.url().slice(site.origin.length);
	const focused = () =>
		page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText.trim());

	test("typing finds clips, even with a typo", async () => {
		await page.locator("#search").pressSequentially("drum");
		await status("2 clips for “drum”");
		// An exact name comes first, as in the API.
		expect(await names()).toEqual(["Drum", "Drum Roll"]);
		expect(address()).toBe("/?name=drum");
		await page.fill("#search", "drmu rol");
		await status("No exact match for “drmu rol”. 1 similar clip");
		expect(await names()).toEqual(["Drum Roll"]);
		await page.fill("#search", "xyzzy");
		await page.getByRole("heading", { name: "No clips found" }).waitFor();
		await page.getByRole("button", { name: "Show all clips" }).click();
		await status("232 clips");
		expect(address()).toBe("/");
	});

	test("an address with a page number opens that page, with a way to earlier ones", async () => {
		await open("?page=12");
		expect((await names())[0]).toBe("Gong 111");
		await status("232 clips");
		await expectNoShift(page);
		await page.getByRole("button", { name: "Show earlier clips" }).click();
		await page.locator(".name", { hasText: /^Gong 71$/ }).waitFor();
		await open("?name=gong&page=99999");
		expect((await names()).length).toBeGreaterThan(0);
	});

	test("the page of a clip shows it large, ready to play, with a ring once keys are used, and the board below", async () => {
		await open("clips/drum_roll/");
		await status("232 clips");
		const label = () => page.evaluate(() => document.activeElement?.ariaLabel);
		await expect.poll(label).toBe("Drum Roll, 1.5 s");
		expect(await page.title()).toBe("Drum Roll – Instants");
		await page.locator(".featured .description", { hasText: description }).waitFor();
		expect(await names()).toContain("Gong 1");
		const stage = page.locator(".featured .stage");
		const ring = () => stage.evaluate((it) => getComputedStyle(it).outlineStyle);
		expect(await ring()).toBe("none");
		await page.keyboard.press("Enter");
		expect(await ring()).toBe("solid");
		await page.locator('.featured .card[data-state="playing"]').waitFor();
		await page.keyboard.press("Escape");
		expect(address()).toBe("/clips/drum_roll/");
		await page.locator("#search").fill("gong 77");
		await status("1 clip for “gong 77”");
		expect(address()).toBe("/?name=gong+77");
		expect(await page.locator(".featured").isVisible()).toBe(false);
		await page.goBack();
		await page.locator(".featured h2", { hasText: "Drum Roll" }).waitFor();
		expect(address()).toBe("/clips/drum_roll/");
		expect(await page.title()).toBe("Drum Roll – Instants");
	});

	test("links with the slug after # open clips over the board, and closing takes them out of the address", async () => {
		await open("?name=Drum+Roll#drum_roll");
		await status("1 clip");
		await expect.poll(focused).toBe("Drum Roll");
		await open("?name=Gong#clip-177");
		await expect.poll(focused).toBe("Gong 178");
		await status("230 clips for “Gong”");
		await page.keyboard.press("Escape");
		await expect.poll(address).toBe("/?name=Gong");
		// In a separate page, since browsers log each 404.
		const other = await browser.page(`${site.origin}/?name=Drum#gone`);
		await other.getByRole("dialog", { name: "Page not found" }).waitFor();
	});

	test("Random scrolls to the tile of its clip among those found", async () => {
		await open("?name=gong");
		await status("230 clips for “gong”");
		await page.locator("#board [data-slug]").nth(29).waitFor({ state: "attached" });
		await page.evaluate(() => {
			Math.random = () => 28.5 / 230;
		});
		await page.getByRole("button", { name: "Play a random clip" }).click();
		const tile = page.locator('#board .picked:not([data-state="silent"])');
		await tile.waitFor();
		const bottom = () => tile.evaluate((it) => it.getBoundingClientRect().bottom - innerHeight);
		await expect.poll(bottom).toBeLessThanOrEqual(0);
		await page.keyboard.press("Escape");
	});

	test("a link can be copied and a clip downloaded", async () => {
		await open("?name=drum");
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
		const about = page.getByRole("button", { name: "More about Drum Roll" });
		await about.click();
		await page.getByRole("button", { name: "Share" }).click();
		await page.getByText("Link to “Drum Roll” copied.").waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
			`${site.origin}/clips/drum_roll/`,
		);
		await about.click();
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Download" }).click(),
		]);
		expect(download.suggestedFilename()).toBe("drum_roll.mp3");
	});

	test("searching still works when the history accepts no more entries", async () => {
		await open("");
		await page.evaluate(() => {
			const refuse = (): void => {
				throw new DOMException("100 times per 30 seconds", "SecurityError");
			};
			history.replaceState = refuse;
			history.pushState = refuse;
		});
		for (const [name, found] of [
			["drum", "2 clips for “drum”"],
			["gong 77", "1 clip for “gong 77”"],
		] as const) {
			await page.fill("#search", name);
			await status(found);
		}
		expect(await page.locator("#message").isVisible()).toBe(false);
	});

	test("none of this logs an error", () => {
		expect(problemsOf(page)).toEqual([]);
	});

	describe("where something else answers the API", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
		});

		test.for([
			["an error", 500, "application/json", '{"detail":"Out of memory."}'],
			["a page for every address", 200, "text/html", "<title>Welcome</title>"],
			["half an answer", 200, "application/json", '{"count":2,"resul'],
			["its own 404", 404, "application/json", '{"message":"no Route matched"}'],
		] as const)("with %s, clips are found all the same", async ([, status, contentType, body]) => {
			await page.route("**/api/**", (route) => route.fulfill({ status, contentType, body }));
			await page.goto("about:blank");
			await page.goto(`${site.origin}/?name=drum#clip-176`);
			await page.locator("#status", { hasText: "2 clips for “drum”" }).waitFor();
			await page.getByRole("dialog", { name: "Gong 177" }).waitFor();
		});
	});
});
