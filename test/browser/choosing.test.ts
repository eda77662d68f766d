/** Ways to find clips other than by name: by tag, at random, and as favourites. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

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

	test("chips show the clips with one tag, with several tags, and all clips again", async () => {
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
		const drum = page.getByRole("button", { name: "drum", exact: true });
		await drum.click();
		await page.getByText("2 clips tagged “drum”").waitFor();
		expect(await names()).toEqual(["Ba Dum", "Tss"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum`);
		expect(await page.title()).toMatch(/^drum – ./);
		await page.getByRole("button", { name: "loud", exact: true }).click();
		await page.getByText("1 clip tagged “drum” and “loud”").waitFor();
		expect(await names()).toEqual(["Ba Dum"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum&tag=loud`);
		await page.goBack();
		await page.getByText("2 clips tagged “drum”").waitFor();
		await drum.click();
		await page.getByText("4 clips", { exact: true }).waitFor();
		await page.goto(`${site.origin}/?tag=nothing`);
		await page.getByText("No clips tagged “nothing”.").waitFor();
		await page.goto(`${site.origin}/clips/clip-3/`);
		await page.locator("#featured h2", { hasText: "Odd" }).waitFor();
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
	});

	test("Random plays one of the clips found, and the strip leads to it out of sight", async () => {
		const random = page.getByRole("button", { name: "Play a random clip" });
		await page.goto(`${site.origin}/?name=hush`);
		await page.getByText("1 clip for “hush”").waitFor();
		await random.click();
		await page.locator('.clip[data-slug="clip-2"]:not([data-state="silent"])').waitFor();
		await page.fill("#search", "odd");
		await page.getByText("1 clip for “odd”").waitFor();
		await page.locator("#strip").getByRole("button", { name: "More about Hush" }).click();
		await page.getByRole("dialog", { name: "Hush" }).waitFor();
		await page.keyboard.press("Escape");
		await page.locator("#sheet").waitFor({ state: "hidden" });
		await page.fill("#search", "xyzzy");
		await page.getByRole("heading", { name: "No clips found" }).waitFor();
		expect(await random.isDisabled()).toBe(true);
	});

	test("a chosen tag stays while a search is typed, and the search while a tag is chosen", async () => {
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
		await page.getByRole("button", { name: "Search all clips" }).click();
		await page.getByText("1 clip for “tss”").waitFor();
		await page.goto(`${site.origin}/?tag=loud`);
		await expect
			.poll(() => page.locator("#tags .dim").allTextContents())
			.toEqual(["<b>", "{'name'}"]);
	});

	test("a tag that is in no name shows its clips, even if it is incomplete or in another case", async () => {
		await page.goto(site.origin);
		for (const [typed, found] of [
			["lou", "No name matches “lou”. 1 clip tagged “loud”"],
			["DRUM", "No name matches “DRUM”. 2 clips tagged “drum”"],
			["louder", "No clips for “louder”."],
		] as const) {
			await page.fill("#search", typed);
			await page.getByText(found).waitFor();
		}
		await page.fill("#search", "lou");
		await page.keyboard.press("Enter");
		await page.locator('#board [data-slug="clip-0"]:not([data-state="silent"])').waitFor();
		expect(await names()).toEqual(["Ba Dum"]);
	});

	test("favourites are added, removed and restored, searched by name, counted, and played at random", async () => {
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
		// A clip that the board does not show.
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

describeInBrowser("a tag that is also in names", (browser) => {
	const tagged = (i: number) => ({ name: `Clip ${i}`, tags: i < 40 ? "Prank, pranks" : "pranks" });
	const site = testSite([
		...Array.from({ length: 70 }, (_, i) => tagged(i)),
		{ name: "Prank Call", tags: "prank" },
		{ name: "Prank" },
	]);
	/** The names on the board, and the heading between them. */
	const list = (page: Page) =>
		page
			.locator("#board > :has(.name, h2)")
			.evaluateAll((all) => all.map((it) => it.querySelector(".name, h2")?.textContent));

	test("has its clips below the names, under a heading that the arrow keys skip", async () => {
		const page = await browser.page(site.origin);
		await page.fill("#search", "PRANK");
		await page.getByRole("heading", { name: "Tagged Prank · 41" }).waitFor();
		const found = await list(page);
		expect(found.slice(0, 4)).toEqual(["Prank", "Prank Call", "Tagged Prank · 41", "Clip 0"]);
		await page.evaluate(() => scrollTo(0, 10));
		await expect.poll(async () => (await list(page)).length).toBe(3 + 41);
		await page.getByText("2 clips for “PRANK”").waitFor();
		const focused = () => page.locator("#board :focus .name").textContent();
		await page.locator("#board .push").first().focus();
		for (const [key, name] of [
			["ArrowDown", "Clip 0"],
			["ArrowLeft", "Prank Call"],
			["ArrowRight", "Clip 0"],
			["ArrowUp", "Prank"],
		] as const) {
			await page.keyboard.press(key);
			expect(await focused(), key).toBe(name);
		}
		await expectNoShift(page);
		await expectAccessible(page);
		expect(problemsOf(page)).toEqual([]);
	});

	const both = testSite(numbered("Gong", 40).map((clip) => ({ ...clip, tags: "gong" })));

	test.for([
		["prank", "Tagged Prank · 41", () => site.origin],
		// The clips with this tag are above the heading, too.
		["gong", "Tagged gong · 40", () => both.origin],
	] as const)(
		"a reload of %s returns to the clip below the heading that was in view",
		async (row) => {
			const [name, heading, origin] = row;
			const page = await browser.page(origin());
			await page.fill("#search", name);
			const mark = page.locator('.heading ~ [data-slug="clip-25"]');
			const tagged = page.getByRole("heading", { name: heading });
			for (const end of [tagged, mark]) {
				const reached = async (): Promise<number> => {
					await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
					return end.count();
				};
				await expect.poll(reached).toBe(1);
			}
			await mark.evaluate((it) => it.scrollIntoView({ block: "start", behavior: "instant" }));
			const top = () => mark.evaluate((it) => Math.round(it.getBoundingClientRect().top));
			/** How far the clip in the history entry has moved. */
			const moved = () =>
				page.evaluate(() => {
					const tile = document.querySelector(`.heading ~ [data-slug="${history.state.clip}"]`);
					return (tile?.getBoundingClientRect().top ?? 0) - history.state.top;
				});
			await expect.poll(moved).toBe(0);
			const before = await top();
			await page.reload();
			await mark.waitFor();
			await expect.poll(top).toBe(before);
		},
	);
});

/** More clips than a page holds, and more tags than fit in a row: only clip 100 has the tag `own 100`. */
const MANY = Array.from({ length: 105 }, (_, i) => ({
	name: `Gong ${i}`,
	tags: `all, ${i < 80 ? `group ${i % 40}` : `own ${i}`}`,
}));

describeInBrowser("a large catalogue with tags", (browser) => {
	for (const runsCode of [true, false]) {
		const site = testSite(MANY, () => ({ runsCode }));
		const how = runsCode ? "the host" : "the page";

		test(`has chips for the most frequent, and finds a rarer one by its address, where ${how} answers`, async () => {
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
			// The last chip is scrolled into view.
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
