/** The keyboard's way through the page: keys are listed on request, and the focus is never lost. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the keyboard", (browser) => {
	const site = testSite(numbered("Gong", 30));
	let page: Page;

	beforeEach(async () => {
		page = await browser.page(site.origin, { serviceWorkers: "block" });
		await page.locator("[data-slug]").nth(29).waitFor();
	});

	const focused = () => page.evaluate(() => document.activeElement?.className || "nothing");

	test("? lists the keys, but is typed in the search, as / is", async () => {
		await page.keyboard.press("?");
		const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		await keys.waitFor();
		await page.keyboard.press("/");
		await page.keyboard.press("Escape");
		await keys.waitFor({ state: "hidden" });
		await page.keyboard.press("/");
		await page.keyboard.type("a/b?");
		expect(await page.inputValue("#search")).toBe("a/b?");
		expect(problemsOf(page)).toEqual([]);
	});

	test("the focus goes to a clip when the one that has it leaves the board", async () => {
		await page.locator('[data-slug="clip-20"] .push').focus();
		await page.locator('[data-slug="clip-20"]').evaluate((tile) => tile.remove());
		await expect.poll(focused).toBe("push");
	});

	test("the focus stays on the page when a button goes away, whatever is left", async () => {
		await page.fill("#search", "gong 7");
		await page.getByText("for “gong 7”").waitFor();
		await page.locator("#order").focus();
		await page.evaluate(() => {
			for (const tile of document.querySelectorAll("[data-slug]")) tile.remove();
			(document.activeElement as HTMLElement).hidden = true;
		});
		await expect.poll(focused).toBe("toggle");
	});
});
