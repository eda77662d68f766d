/** The first clips are in the HTML, so they show before any script runs, and without scripts. Long names are shown in a list. */
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generatedNames } from "../fixtures/generated-names.ts";
import { portOf } from "../fixtures/port.ts";
import { describeInBrowser, heldBack, problemsOf, timersRun } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const TITLES = generatedNames(200);
/** Names of some fifty characters, every tenth the same as the previous one. */
const LONG = TITLES.map((name, i) => ({
	name: `When ${i % 10 === 9 ? TITLES[i - 1] : name} explains once more how it all began`,
	tags: i % 3 === 0 ? "film, quote" : "",
	description: i % 2 === 0 ? `Somebody says something, number ${i}.` : "",
}));

describeInBrowser("the front page", (browser) => {
	const site = testSite([
		{ slug: "gone", removed: "2026-11-21" },
		{ name: "<b>Bold</b>", color: "00FF00", image: "dot.png" },
		...numbered("Gong", 40),
	]);
	const names = (page: Page) => page.locator("#board .name").allTextContents();
	const domes = (page: Page) =>
		page
			.locator("#board .dome")
			.evaluateAll((all) => all.map((dome) => getComputedStyle(dome).backgroundColor));

	test("shows thirty clips as links to their pages to someone without scripts, and no control that needs them", async () => {
		const page = await browser.page(site.origin, { javaScriptEnabled: false });
		const links = page.locator("#board a");
		expect(await links.count()).toBe(30);
		for (const control of ["#search", "#favourites", "#random", "#tags", ".action"]) {
			const part = page.locator(control).first();
			expect((await part.count()) > 0 && (await part.isVisible()), control).toBe(false);
		}
		await links.first().click();
		expect(page.url()).toBe(`${site.origin}/clips/clip-1/`);
		await page.locator("audio").waitFor();
	});

	test("looks the same before its script has run and after, down to the colours", async () => {
		const page = await browser.page();
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto(site.origin, { waitUntil: "commit" });
		await page.locator("#board a").nth(29).waitFor({ state: "attached" });
		await page.locator("footer").waitFor();
		// The styles may arrive after the tiles, and other clips after the first thirty.
		const first = async () => [(await names(page)).slice(0, 30), (await domes(page)).slice(0, 30)];
		await expect
			.poll(async () => (await domes(page)).slice(0, 2))
			.toEqual(["rgb(0, 255, 0)", "rgb(255, 136, 0)"]);
		const before = await first();
		expect(before[0]?.slice(0, 2)).toEqual(["<b>Bold</b>", "Gong 1"]);
		load();
		await page.locator("#board [data-slug]").nth(29).waitFor({ state: "attached" });
		// A tile that is replaced while the test reads it has no colour.
		await expect.poll(first).toEqual(before);
		await page.getByText("41 clips").waitFor();
		await expectNoShift(page);
		expect(problemsOf(page)).toEqual([]);
	});

	test("is not painted before the whole bar has arrived", async () => {
		let sendRest = (): void => {};
		const slow = createServer(async ({ url }, response) => {
			const answer = await fetch(`${site.origin}${url}`);
			const body = Buffer.from(await answer.arrayBuffer());
			response.setHeader("Content-Type", answer.headers.get("Content-Type") ?? "");
			const middle = url === "/" ? body.indexOf('<button id="favourites"') : 0;
			response.write(body.subarray(0, middle));
			const send = (): void => void response.end(body.subarray(middle));
			if (url === "/") sendRest = send;
			else send();
		});
		const port = await portOf(slow);
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
		await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
		await page.locator("#search").waitFor({ state: "attached" });
		// By now the page has had something to paint, and enough frames to paint it.
		await timersRun(page, 200);
		sendRest();
		await page.getByText("41 clips").waitFor();
		await expectNoShift(page);
	});

	test("shows a count from left to right, also on a page that is read from right to left", async () => {
		const page = await browser.page(site.origin, { serviceWorkers: "block" });
		await page.getByText("41 clips").waitFor();
		const [number, word] = await page.locator("#said").evaluate((said) => {
			document.documentElement.dir = "rtl";
			return ["41", "clips"].map((part) => {
				const range = new Range();
				const at = said.textContent?.indexOf(part) ?? -1;
				range.setStart(said.firstChild as Node, at);
				range.setEnd(said.firstChild as Node, at + part.length);
				return range.getBoundingClientRect().left;
			});
		});
		expect(number).toBeLessThan(word ?? Number.NaN);
	});

	test("plays its first clips before anything else has loaded", async () => {
		const page = await browser.page();
		await page.route(/\/api\/|latest\.json/, () => {});
		await page.goto(site.origin);
		await page.locator("#board .push").first().click();
		await page.locator('#board .clip[data-state="playing"]', { hasText: "Bold" }).waitFor();
		expect(await page.locator("#board.list").count()).toBe(0);
		// The first clips are not shown in place of a search.
		await page.goto(`${site.origin}/?name=gong+7`);
		await page.locator("#board .waiting").nth(29).waitFor({ state: "attached" });
		expect(await names(page)).toEqual([]);
	});
});

describeInBrowser("a catalogue of long names", (browser) => {
	const site = testSite(LONG);
	/** How many of the names in sight are cut off, and how many are in sight. */
	const cut = (page: Page) =>
		page.locator("#board .name").evaluateAll((all) => {
			const seen = all.filter((name) => name.getBoundingClientRect().top < innerHeight);
			const isCut = (it: Element) =>
				it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1;
			return [seen.filter(isCut).length, seen.length] as const;
		});

	test.for([
		[390, 844],
		[1440, 900],
	])("is a list, in which names are whole, in a window of %i by %i px", async ([width, height]) => {
		const viewport = { width: width ?? 0, height: height ?? 0 };
		const page = await browser.page(site.origin, { viewport });
		await page.getByText("200 clips").waitFor();
		const [short, all] = await cut(page);
		expect(all).toBeGreaterThan(5);
		expect(short / all).toBeLessThanOrEqual(0.05);
		expect(await page.locator("#board .detail").first().innerText()).toBe(
			"film · Somebody says something, number 0.",
		);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		await expectNoShift(page);
		await expectAccessible(page);
		await page.locator("#board .push").first().focus();
		await page.keyboard.press("ArrowDown");
		const column = await page.evaluate(() => document.activeElement?.getBoundingClientRect().left);
		const first = await page.locator("#board .push").first().boundingBox();
		expect(Math.round(column ?? 0)).toBe(Math.round(first?.x ?? -1));
	});

	test("fills the window before anybody scrolls, so that no row in sight ends early", async () => {
		const viewport = { width: 1440, height: 900 };
		const page = await browser.page(site.origin, { viewport, serviceWorkers: "block" });
		const last = () =>
			page
				.locator("#board [data-slug]:last-child")
				.evaluate((it) => it.getBoundingClientRect().top);
		await expect.poll(last).toBeGreaterThan(900);
	});

	test("has three fifths of a phone for names, beside two buttons", async () => {
		const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
		const page = await browser.page(site.origin, phone);
		await page.getByText("200 clips").waitFor();
		const name = await page.locator("#board .name").first().boundingBox();
		expect(name?.width).toBeGreaterThan(360 * 0.6);
		for (const control of [".favourite", ".about"]) {
			const box = await page.locator(`#board ${control}`).first().boundingBox();
			expect(box?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0) - 1);
			expect(box?.height).toBeGreaterThanOrEqual(44);
		}
	});

	test("can be shown as tiles, which the device remembers", async () => {
		const page = await browser.page(site.origin);
		await page.getByRole("button", { name: "Options" }).click();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("layout");
		await page.getByRole("combobox", { name: "Show clips as" }).selectOption("Tiles");
		await page.keyboard.press("Escape");
		expect(await page.locator("#board.list").count()).toBe(0);
		await page.reload();
		await page.getByText("200 clips").waitFor();
		expect(await page.locator("#board.list").count()).toBe(0);
	});
});
