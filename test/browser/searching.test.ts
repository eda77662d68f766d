/** So that clips are found as people type, with the keys alone, and Back leads to where one was. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
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
		const many = Array.from({ length: 230 }, (_, i) => ({ name: `Gong ${i + 1}` }));
		const records = [...many, { name: "Drum Roll", slug: "drum_roll" }, { name: "Drum" }];
		({ preview } = await startSite(parent, records));
		page = await browser.page(preview.origin);
	});
	afterAll(() => preview.stop());
	beforeEach(() => open(""));

	async function open(query: string): Promise<void> {
		await page.goto(`${preview.origin}/${query}`);
		await page.locator(".push, #message:not([hidden])").first().waitFor();
	}
	const status = (text: string) => page.locator("#status", { hasText: text }).waitFor();
	const names = () => page.locator(".name").allTextContents();
	const address = () => page.url().slice(preview.origin.length);
	const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

	test("typing finds, and so does typing wrongly", async () => {
		await page.locator("#search").pressSequentially("drum");
		await status("2 clips for “drum”");
		// The exact name comes first, as in the API.
		expect(await names()).toEqual(["Drum", "Drum Roll"]);
		expect(address()).toBe("/?name=drum");
		await page.fill("#search", "drmu rol");
		await status("Nothing is called “drmu rol”; like it: 1 clip");
		expect(await names()).toEqual(["Drum Roll"]);
		await page.fill("#search", "xyzzy");
		await page.getByRole("heading", { name: "Nothing found" }).waitFor();
		await page.getByRole("button", { name: "Show all clips" }).click();
		await status("232 clips");
		expect(address()).toBe("/");
	});

	test("pages come as one scrolls, and Back leads to where one was", async () => {
		const mark = page.locator(".name", { hasText: /^Gong 137$/ });
		while (!(await mark.count())) await page.mouse.wheel(0, 2000);
		await mark.scrollIntoViewIfNeeded();
		await page.waitForFunction(() => (history.state as { last?: number }).last ?? 0);
		await expect.poll(address).toMatch(/^\/\?page=1\d$/);
		const scroll = await page.evaluate(() => scrollY);
		await page.locator("#search").pressSequentially("drum");
		await status("2 clips for “drum”");
		await page.goBack();
		await status("232 clips");
		await mark.waitFor();
		expect(await page.evaluate(() => scrollY)).toBe(scroll);
		expect(await page.inputValue("#search")).toBe("");
		await page.goForward();
		await status("2 clips for “drum”");
		expect(await page.inputValue("#search")).toBe("drum");
		await page.goBack();
		await mark.waitFor();
		await page.reload();
		await mark.waitFor();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(scroll);
	});

	test("an address leads to a page, and to those before it", async () => {
		await open("?page=12");
		expect((await names())[0]).toBe("Gong 111");
		await page.getByRole("button", { name: "Earlier clips" }).click();
		await page.locator(".name", { hasText: /^Gong 71$/ }).waitFor();
		await open("?name=gong&page=99999");
		expect((await names()).length).toBeGreaterThan(0);
	});

	test("a shared link shows its clip", async () => {
		await open("?name=Drum+Roll#drum_roll");
		await status("1 clip");
		await expect.poll(focused).toBe("Drum Roll");
		expect(await page.locator('[aria-pressed="true"]').count()).toBe(0);
		await open("?name=Gong#clip-77");
		await expect.poll(focused).toBe("Gong 78");
		await open("?name=Drum#gone");
		await status("The clip of this link is not here any more. These have names like it.");
	});

	test("the keyboard is enough", async () => {
		await page.keyboard.press("/");
		await page.keyboard.type("gong");
		await page.keyboard.press("Enter");
		await page.locator('.clip[data-state="playing"]').waitFor();
		expect(await focused()).toBe("Gong 1");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowDown");
		const down = Number((await focused())?.replace("Gong ", ""));
		expect(down).toBeGreaterThan(3);
		await page.keyboard.press("ArrowUp");
		expect(await focused()).toBe("Gong 2");
		await page.keyboard.press("Enter");
		await expect.poll(() => page.locator('.push[aria-pressed="true"]').count()).toBe(2);
		await page.keyboard.press("Escape");
		expect(await page.locator('.push[aria-pressed="true"]').count()).toBe(0);
		// Tab leaves the board after the three things one can do with a clip.
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Share Gong 2");
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Favourite Gong 2");
		await page.keyboard.press("Enter");
		expect(await page.locator("#favourite-count").textContent()).toBe("1");
		await page.keyboard.press("/");
		await page.keyboard.press("Escape");
		expect(await page.inputValue("#search")).toBe("");
		await status("232 clips");
	});

	test("favourites go to another device as a file", async () => {
		await page.evaluate(() => localStorage.clear());
		await open("?name=drum");
		await page.locator(".favourite").nth(1).click();
		await page.locator("#favourites").click();
		await status("Favourites: 1 clip");
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Save to a file" }).click(),
		]);
		const file = await download.path();
		const other = await browser.page(`${preview.origin}/?favourites`);
		await other.getByText("No favourites yet").waitFor();
		await other.locator("#import-file").setInputFiles(file);
		await other.locator(".name", { hasText: "Drum Roll" }).waitFor();
		await other.locator("#import-file").setInputFiles({
			name: "a.json",
			mimeType: "application/json",
			buffer: Buffer.from(
				'{"version":1,"favourites":[{"slug":"x","sound":"javascript:alert(1)"}]}',
			),
		});
		await other.locator(".favourite").click();
		await other.getByText("Favourites: 0 clips").waitFor();
		await other.getByText("1 of the clips in this file are damaged; none was added.").waitFor();
	});

	test("volume is remembered", async () => {
		await page.locator("#volume").fill("30");
		await page.reload();
		expect(await page.inputValue("#volume")).toBe("30");
	});

	test("a link is copied, and a clip downloaded", async () => {
		await open("?name=drum");
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
		await page.locator(".share").nth(1).click();
		await page.getByText("The link to “Drum Roll” is copied.").waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
			`${preview.origin}/?name=Drum+Roll#drum_roll`,
		);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.locator(".download").nth(1).click({ force: true }),
		]);
		expect(download.suggestedFilename()).toBe("drum_roll.mp3");
	});

	test("nothing went wrong on the way", () => {
		expect(problemsOf(page)).toEqual([]);
	});
});
