/** Other ways to find clips than their names: tags, chance and favourites. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const TAGS = ["drum, loud", "drum", "", "{'name'}, <b>"];
const RECORDS = ["Ba Dum", "Tss", "Hush", "Odd"].map((name, i) => {
	return { name, tags: TAGS[i], sound: "long.mp3" };
});

describeInBrowser("a small catalogue with tags", (browser) => {
	const site = testSite(RECORDS);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page(site.origin);
	});
	const names = () => page.locator("#board .name").allTextContents();
	const tagsOf = () => page.locator("#tags button").allTextContents();

	test("chips show the clips with a tag, the most used first, and all again", async () => {
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
		const drum = page.getByRole("button", { name: "drum", exact: true });
		await drum.click();
		await page.getByText("2 clips tagged “drum”").waitFor();
		expect(await names()).toEqual(["Ba Dum", "Tss"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum`);
		expect(await page.title()).toMatch(/^drum – ./);
		await drum.click();
		await page.getByText("4 clips", { exact: true }).waitFor();
		await page.goto(`${site.origin}/?tag=nothing`);
		await page.getByText("No clips tagged “nothing”.").waitFor();
		await page.goto(`${site.origin}/clips/clip-3/`);
		await page.locator("#featured h2", { hasText: "Odd" }).waitFor();
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
	});

	test("Random plays any of the clips that are found, and the strip leads to it out of sight", async () => {
		const random = page.getByRole("button", { name: "Play a random clip" });
		await page.goto(site.origin);
		for (const [chance, slug] of [
			[0, "clip-0"],
			[0.99, "clip-3"],
		] as const) {
			await page.evaluate((chance) => {
				Math.random = () => chance;
			}, chance);
			await random.click();
			await page.locator(`.clip[data-slug="${slug}"]:not([data-state="silent"])`).waitFor();
		}
		await page.goto(`${site.origin}/?name=hush`);
		await page.getByText("1 clip for “hush”").waitFor();
		await random.click();
		await page.locator('.clip[data-slug="clip-2"]:not([data-state="silent"])').waitFor();
		await page.fill("#search", "odd");
		await page.getByText("1 clip for “odd”").waitFor();
		await page.locator("#strip").getByRole("button", { name: "More about Hush" }).click();
		await page.getByRole("dialog", { name: "Hush" }).waitFor();
		await page.keyboard.press("Escape");
		await page.fill("#search", "xyzzy");
		await page.getByRole("heading", { name: "No clips found" }).waitFor();
		expect(await random.isDisabled()).toBe(true);
	});

	test("a chosen tag stays while something is typed, and the other way around", async () => {
		await page.goto(`${site.origin}/?tag=drum`);
		await page.getByText("2 clips tagged “drum”").waitFor();
		await page.fill("#search", "tss");
		await page.getByText("1 clip tagged “drum” for “tss”").waitFor();
		expect(await names()).toEqual(["Tss"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum&name=tss`);
		await page.getByRole("button", { name: "drum", exact: true }).click();
		await page.getByText("1 clip for “tss”").waitFor();
		await page.getByRole("button", { name: "loud", exact: true }).click();
		await page.getByText("No clips tagged “loud” for “tss”.").waitFor();
		// Each of the two finds something without the other.
		await page.getByRole("button", { name: "“tss” · 1 clip" }).waitFor();
		await page.getByRole("button", { name: "Tag loud · 1 clip" }).click();
		await page.getByText("1 clip tagged “loud”").waitFor();
		expect(page.url()).toBe(`${site.origin}/?tag=loud`);
	});

	test("a tag that is typed is offered in place of the search, and comes first in its row", async () => {
		await page.goto(site.origin);
		await page.getByText("4 clips", { exact: true }).waitFor();
		await page.locator("#search").pressSequentially("LO");
		const offer = page.getByRole("button", { name: "Tag loud · 1 clip" });
		await offer.waitFor();
		expect((await tagsOf())[0]).toBe("loud");
		await offer.click();
		await page.getByText("1 clip tagged “loud”").waitFor();
		expect(await page.inputValue("#search")).toBe("");
		expect(await names()).toEqual(["Ba Dum"]);
		await expect
			.poll(() => page.locator("#tags .dim").allTextContents())
			.toEqual(["<b>", "{'name'}"]);
		await page.fill("#search", "tss nothing");
		await page.getByRole("button", { name: "Tag loud · 1 clip" }).waitFor();
	});

	test("several tags show the clips that have them all, and the address has them", async () => {
		await page.goto(`${site.origin}/?tag=drum`);
		await page.getByText("2 clips tagged “drum”").waitFor();
		await page.getByRole("button", { name: "loud", exact: true }).click();
		await page.getByText("1 clip tagged “drum” and “loud”").waitFor();
		expect(await names()).toEqual(["Ba Dum"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum&tag=loud`);
		await page.goBack();
		await page.getByText("2 clips tagged “drum”").waitFor();
	});

	test("favourites are added and taken back, searched by name, counted, and left to chance", async () => {
		await page.goto(site.origin);
		const star = (n: number) => page.locator(`#board [data-slug="clip-${n}"] .favourite`);
		const undo = page.getByRole("button", { name: "Undo" });
		const random = page.getByRole("button", { name: "Play a random clip" });
		await star(2).click();
		await star(0).click();
		expect(await page.locator(".notice.shown").count()).toBe(0);
		await star(2).click();
		await page.getByText("Removed from favourites.").waitFor();
		await undo.click();
		await page.locator('[data-slug="clip-1"] .push').click();
		await page.getByRole("button", { name: /Favourites/ }).click();
		await page.getByText("2 favourites").waitFor();
		await expect.poll(names).toEqual(["Hush", "Ba Dum"]);
		expect(await page.locator("#tags").isVisible()).toBe(false);
		await page.fill("#search", "hush");
		await page.getByText("1 favourite for “hush”").waitFor();
		expect(await names()).toEqual(["Hush"]);
		await page.fill("#search", "tss");
		await page.getByText("No favourites for “tss”.").waitFor();
		await page.fill("#search", "");
		await page.getByText("2 favourites").waitFor();
		// One that the board does not show.
		await page.locator("#strip").getByRole("button", { name: "More about Tss" }).click();
		await page.locator("#sheet").getByRole("button", { name: "Favourite" }).click();
		await page.getByText("3 favourites").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(names).toEqual(["Hush", "Ba Dum", "Tss"]);
		expect(await random.isVisible()).toBe(true);
		for (const n of [0, 1, 2]) {
			await star(n).hover();
			await star(n).click();
		}
		await page.getByText("0 favourites").waitFor();
		expect(await random.isDisabled()).toBe(true);
		expect(problemsOf(page)).toEqual([]);
	});
});

/** More than a page holds, and more tags than fit in a row: clip 100 has the tag of its number alone. */
const MANY = Array.from({ length: 105 }, (_, i) => ({
	name: `Gong ${i}`,
	tags: `all, ${i < 80 ? `group ${i % 40}` : `own ${i}`}`,
}));

describeInBrowser("a large catalogue with tags", (browser) => {
	for (const runsCode of [true, false]) {
		const site = testSite(MANY, () => ({ runsCode }));
		const how = runsCode ? "the host" : "the page";

		test(`has chips for the most frequent, and finds another by its address, where ${how} answers`, async () => {
			const viewport = { width: 390, height: 800 };
			const page = await browser.page(site.origin, { viewport });
			const chosen = page.locator("#tags [aria-pressed=true]");
			expect(await page.locator("#tags button").count()).toBe(30);
			await page.goto(`${site.origin}/?tag=own+100`);
			await page.getByText("1 clip tagged “own 100”").waitFor();
			expect(await chosen.textContent()).toBe("own 100");
			expect(await page.locator("#tags [tabindex='0']").allTextContents()).toEqual(["own 100"]);
			await chosen.click();
			await page.getByText("105 clips", { exact: true }).waitFor();
			// The last chip is brought into sight.
			await page.goto(`${site.origin}/?tag=group+34`);
			await page.getByText(/^2 clips tagged/).waitFor();
			expect(await chosen.textContent()).toBe("group 34");
			const box = await chosen.boundingBox();
			expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
			expect(await page.evaluate(() => scrollY)).toBe(0);
			expect(problemsOf(page)).toEqual([]);
		});
	}
});
