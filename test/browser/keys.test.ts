/** Using the page with a keyboard: shortcuts are listed on request, and focus is never lost. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowsers, nextFrame, PHONE, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowsers("the keyboard", (browser) => {
	const site = testSite(
		numbered("Gong", 30).map((clip, i) => ({
			...clip,
			sound: "long.mp3",
			tags: i < 9 ? "metal, loud, long" : "metal",
		})),
	);
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
		// The tiles in the HTML are replaced once the catalogue has loaded.
		await page.getByText("30 clips").waitFor();
	});

	const focused = () => page.evaluate(() => document.activeElement?.className || "nothing");

	test("? lists the keys, but is typed in the search, as / is", async () => {
		await page.keyboard.press("?");
		const keys = page.getByRole("dialog", { name: "Options" });
		await keys.getByText("Keyboard shortcuts").waitFor();
		await page.keyboard.press("/");
		await page.keyboard.press("Escape");
		// Even while the list fades out.
		await page.keyboard.press("/");
		await page.keyboard.type("a/b?");
		expect(await keys.isVisible()).toBe(false);
		expect(await page.inputValue("#search")).toBe("a/b?");
		await page.getByRole("button", { name: "Clear the search" }).click();
		await page.getByText("30 clips").waitFor();
		expect(problemsOf(page)).toEqual([]);
	});

	test("Enter plays the first result, arrows move on, Tab reaches a clip's actions, and Escape stops, then clears", async () => {
		const clip = () =>
			page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText.trim());
		await page.locator("#search").blur();
		await page.keyboard.press("/");
		await page.keyboard.type("gong");
		await page.keyboard.press("Enter");
		await page.locator('.clip[data-state="playing"]').waitFor();
		expect(await clip()).toBe("Gong 1");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowDown");
		const down = Number((await clip())?.replace("Gong ", ""));
		expect(down).toBeGreaterThan(3);
		await page.keyboard.press("ArrowUp");
		expect(await clip()).toBe("Gong 2");
		await page.keyboard.press("Enter");
		await expect.poll(() => page.locator('.push[aria-pressed="true"]').count()).toBe(2);
		await page.keyboard.press("Escape");
		expect(await page.locator('.push[aria-pressed="true"]').count()).toBe(0);
		// Tab goes through the actions of this clip, not on to the next clip.
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Favourite Gong 2");
		await page.keyboard.press("Enter");
		expect(await page.locator("#favourite-count").textContent()).toBe("1");
		await page.keyboard.press("/");
		expect(await page.inputValue("#search")).toBe("gong");
		await page.keyboard.press("Escape");
		expect(await page.inputValue("#search")).toBe("");
		await page.getByText("30 clips").waitFor();
	});

	test("keys do nothing else while a text field has focus", async () => {
		await page.locator(".push").first().click();
		await page.locator('.clip[data-state="playing"]').waitFor();
		for (const name of ["input", "textarea", "select", "p"]) {
			await page.evaluate((name) => {
				const field = document.createElement(name);
				if (name === "p") field.contentEditable = "true";
				document.body.append(field);
				field.focus();
			}, name);
			for (const key of ["/", "?"]) await page.keyboard.press(key);
			await page.evaluate(nextFrame);
			expect(await page.locator("#options").isVisible()).toBe(false);
			await page.keyboard.press("Escape");
			expect(await page.evaluate(() => document.activeElement?.localName)).toBe(name);
			expect(await page.locator('.clip[data-state="playing"]').count()).toBe(1);
			await page.evaluate(() => document.activeElement?.remove());
		}
	});

	test("/ and ? work as characters, wherever a keyboard has them", async () => {
		await page.evaluate(() => {
			const init = { key: "/", code: "Digit7", shiftKey: true, bubbles: true };
			document.body.dispatchEvent(new KeyboardEvent("keydown", init));
		});
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("search");
	});

	test("Tab stops once at the tags, and arrow keys move between them", async () => {
		await page.locator("#show-options").focus();
		await page.keyboard.press("Tab");
		const tag = () => page.evaluate(() => document.activeElement?.textContent);
		expect(await tag()).toBe("metal");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowRight");
		const last = await tag();
		expect(last).not.toBe("metal");
		await page.keyboard.press("Tab");
		expect(await focused()).toBe("tool");
		await page.keyboard.press("Shift+Tab");
		expect(await tag()).toBe(last);
	});

	test("a press outside a card closes it, and gives focus back", async () => {
		const about = page.locator(".clip .about").first();
		await about.focus();
		await page.keyboard.press("Enter");
		await page.locator("#sheet").waitFor();
		await page.mouse.click(5, 300);
		await page.locator("#sheet").waitFor({ state: "hidden" });
		expect(await about.evaluate((it) => it === document.activeElement)).toBe(true);
	});

	test("on a tablet, the keys are listed for someone who has pressed one", async () => {
		const tablet = await browser.page(site.origin, { hasTouch: true, isMobile: true });
		await tablet.locator("#show-options").click();
		await tablet.locator("#options").waitFor();
		expect(await tablet.locator(".keys").isVisible()).toBe(false);
		await tablet.keyboard.press("Escape");
		await tablet.keyboard.press("?");
		await tablet.locator(".keys").waitFor();
	});

	test("Enter in the search of a phone puts its keyboard away, and plays nothing", async () => {
		const phone = await browser.page(site.origin, PHONE);
		await phone.locator("#search").fill("gong 7");
		await phone.locator("#search").press("Enter");
		await phone.getByText("1 clip for “gong 7”").waitFor();
		await expect.poll(() => phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
		expect(await phone.locator('[aria-pressed="true"]').count()).toBe(0);
	});

	test("focus goes to a clip when the one that has it leaves the board", async () => {
		await page.locator('[data-slug="clip-20"] .push').focus();
		await page.locator('[data-slug="clip-20"]').evaluate((tile) => tile.remove());
		await expect.poll(focused).toBe("push");
	});
});
