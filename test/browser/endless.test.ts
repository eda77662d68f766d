/** A list of a thousand clips loads as people scroll, and Back and reload return to where they were. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, heldBack, timersRun } from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("a thousand clips", (browser) => {
	// Some names take more lines than others.
	const gongs = numbered("Gong", 1000).map(({ name }, i) => ({
		name: i % 7 === 3 ? `${name} that rings ${"on and ".repeat(6)}on` : name,
	}));
	const site = testSite(gongs, () => ({ pages: "none" }));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
	});

	/** How many clips are on the board of a page: the first and the last are always in it. */
	const onBoard = (page: Page) =>
		page.locator("#board [data-slug]").evaluateAll((all) => {
			const [first, last] = [all.at(0), all.at(-1)].map((it) =>
				Number((it as HTMLElement | undefined)?.dataset.slug?.replace("clip-", "")),
			);
			return Number(last) - Number(first) + 1;
		});
	const count = () => onBoard(page);

	test("the list grows as long as someone scrolls, and the links below it can be reached at its end", async () => {
		const bottom = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		const grown = () => bottom().then(count);
		await expect.poll(grown, { interval: 50 }).toBeGreaterThan(470);
		// Tiles far from view are not in the page.
		const tiles = page.locator("#board .stage");
		await expect.poll(() => tiles.count()).toBeLessThan(120);
		await expectNoShift(page);
		await page.goto(`${site.origin}/?page=94`);
		const links = page.getByRole("link", { name: "API" });
		await expect.poll(() => bottom().then(() => links.isVisible()), { interval: 50 }).toBe(true);
		expect(await count()).toBe(70);
	});

	test("tiles come back into the page as someone returns to them, with what has changed", async () => {
		const other = await browser.page(site.origin);
		const tile = (n: number) => other.locator(`#board [data-slug="clip-${n}"]`);
		await tile(20).locator(".favourite").dispatchEvent("click");
		const end = () => other.evaluate(() => scrollTo(0, document.body.scrollHeight));
		await expect
			.poll(() => end().then(() => onBoard(other)), { interval: 50 })
			.toBeGreaterThan(300);
		await tile(20).waitFor({ state: "detached" });
		const height = () => other.locator("#board").evaluate((board) => board.clientHeight);
		const before = await height();
		// In another tab.
		const elsewhere = await other.context().newPage();
		await elsewhere.goto(`${site.origin}/?favourites`);
		await elsewhere.locator("#board .favourite").dispatchEvent("click");
		await expect.poll(() => other.locator("#favourite-count").textContent()).toBe("");
		await other.evaluate(() => scrollTo(0, 0));
		await tile(20).waitFor();
		expect(await height()).toBe(before);
		expect(await tile(20).locator(".favourite").getAttribute("aria-pressed")).toBe("false");
		// Keys reach both ends, and the tile that has focus stays.
		await tile(20).locator(".push").focus();
		await end();
		await tile(34).waitFor({ state: "detached" });
		expect(await tile(20).locator(".push:focus").count()).toBe(1);
		const focused = () =>
			other.evaluate(() => Number(document.activeElement?.closest("li")?.dataset.slug?.slice(5)));
		await other.bringToFront();
		await other.keyboard.press("ArrowUp");
		const above = await focused();
		expect(above).toBeGreaterThan(8);
		await other.keyboard.press("ArrowDown");
		expect(await focused()).toBe(20);
		await other.keyboard.press("End");
		expect(await focused()).toBeGreaterThan(300);
		await other.keyboard.press("Home");
		expect(await focused()).toBe(0);
		await expectNoShift(other);
		// Rows of another length leave every tile in its column.
		const misplaced = () =>
			other.locator("#board").evaluate((board) => {
				const tiles = [...board.querySelectorAll<HTMLElement>("[data-slug]")];
				const columns = getComputedStyle(board).gridTemplateColumns.split(" ").length;
				const left = (tile?: HTMLElement) => Math.round(tile?.getBoundingClientRect().left ?? 0);
				const place = ({ dataset }: HTMLElement) => Number(dataset.slug?.slice(5)) % columns;
				return tiles.filter((tile) => left(tile) !== left(tiles[place(tile)])).length;
			});
		await end();
		await tile(34).waitFor({ state: "detached" });
		expect(await misplaced()).toBe(0);
		await other.setViewportSize({ width: 880, height: 768 });
		await expect.poll(misplaced).toBe(0);
	});

	test("nothing visibly moves for someone who drags the scrollbar to the end", async () => {
		const other = await browser.page(site.origin);
		const shown = () => onBoard(other);
		await other.locator("[data-slug]").nth(29).waitFor();
		for (let clips = 70; clips <= 230; clips += 40) {
			await other.evaluate(() => scrollTo(0, document.body.scrollHeight));
			await expect.poll(shown).toBeGreaterThanOrEqual(clips);
		}
		await expectNoShift(other);
	});

	test("nothing below the board moves for someone who is there before the first answer", async () => {
		const other = await browser.page();
		const answer = await heldBack(other, "**/api/**");
		await other.goto(site.origin);
		const footer = other.locator("footer");
		await footer.scrollIntoViewIfNeeded();
		answer();
		await footer.waitFor({ state: "hidden" });
		await expect.poll(() => onBoard(other)).toBe(70);
		await expectNoShift(other);
	});

	test("Back, Forward and reload return to the same place, however far down", async () => {
		const mark = page.locator('[data-slug="clip-900"]');
		await page.goto(`${site.origin}/?page=90`);
		await mark.waitFor();
		const top = () => mark.evaluate((tile) => Math.round(tile.getBoundingClientRect().top));
		await mark.evaluate((tile) => tile.scrollIntoView({ block: "center", behavior: "instant" }));
		const before = await top();
		await expect.poll(() => page.url()).toMatch(/\?page=\d\d$/);
		await page.fill("#search", "gong 7");
		await page.locator("#status", { hasText: "for “gong 7”" }).waitFor();
		const asked: string[] = [];
		await page.route("**/*name=gong+77*", (route) => {
			asked.push(route.request().url());
			return route.continue();
		});
		// Back is pressed in the middle of a word, whose search must be dropped.
		await page.evaluate(() => {
			const field = document.querySelector<HTMLInputElement>("#search");
			if (field !== null) field.value += "7";
			field?.dispatchEvent(new Event("input"));
			history.back();
		});
		await page.getByText("1,000 clips").waitFor();
		// Twice as long as a pause in typing.
		await timersRun(page, 240);
		await page.unrouteAll();
		expect(asked).toEqual([]);
		await expect.poll(top).toBe(before);
		await page.goForward();
		await page.locator("#status", { hasText: "for “gong 7”" }).waitFor();
		expect(await page.inputValue("#search")).toBe("gong 7");
		await page.goBack();
		await page.getByText("1,000 clips").waitFor();
		await expect.poll(top).toBe(before);
		// Only the pages around the clip in view are restored; a button loads earlier ones.
		await page.locator("#earlier").waitFor();
		await page.reload();
		await mark.waitFor();
		await expect.poll(top).toBe(before);
	});

	test("earlier clips that could not be read are offered again", async () => {
		await page.goto(`${site.origin}/?page=50`);
		const first = page.locator('[data-slug="clip-490"]');
		await first.waitFor();
		const top = () => first.evaluate((tile) => Math.round(tile.getBoundingClientRect().top));
		const before = await top();
		// The host does not answer, and the page cannot read the store.
		const data = /\/api\/|\/packs\//;
		await page.route(data, (route) => route.abort());
		await page.locator("#earlier").click();
		const again = page.getByRole("button", { name: "Try again" });
		await again.waitFor();
		await page.unroute(data);
		await again.click();
		await page.locator('[data-slug="clip-450"]').waitFor();
		await again.waitFor({ state: "hidden" });
		// The earlier clips are added above the first clip, which stays where it is.
		await expect.poll(top).toBe(before);
	});
});
