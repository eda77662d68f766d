/** The docs pages in a real browser: on screens of two widths, in both colour schemes, with and without scripts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sampleText } from "../../scripts/site/docs/samples.ts";
import { testServer } from "../contract/over-http.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { freePort, serve } from "../hosts/server.ts";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const CLIPS = [{ name: "Drum Roll" }, { name: "<b>bold</b>" }, ...numbered("Horn", 25)];

/** The number of characters in the longest line of text. */
function longestLine(page: Page): Promise<number> {
	return page.locator("main > :is(p, ul)").evaluateAll((blocks) => {
		const lines = new Map<number, number>();
		for (const block of blocks) {
			const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) {
				const range = document.createRange();
				for (let at = 0; at < (texts.currentNode as Text).length; at++) {
					range.setStart(texts.currentNode, at);
					range.setEnd(texts.currentNode, at + 1);
					const { top, height, width } = range.getBoundingClientRect();
					// Inline code is smaller, and is centred on its line to within a few pixels.
					const line = Math.round((top + height / 2) / 12);
					if (width > 0) lines.set(line, (lines.get(line) ?? 0) + 1);
				}
			}
		}
		return Math.max(...lines.values());
	});
}

describeInBrowser("the docs pages", (browser) => {
	const root = temporaryFolder();
	const site = testSite(CLIPS, undefined, join(root, "project"));
	/** A host that only serves files, under a path, as GitHub Pages does for a project. */
	const plain = testServer(async () => serve(root, await freePort()));
	const asked: string[] = [];
	let page: Page;
	beforeAll(async () => {
		page = await browser.page("about:blank", {
			permissions: ["clipboard-read", "clipboard-write"],
		});
		page.on("request", (request) => asked.push(request.url()));
	});
	const open = (part: string) => page.goto(`${site.origin}/docs/${part}`);

	test.for(["", "publish.html", "bot.html", "page.html", "reference.html"])(
		"“%s” is accessible and scrolls only vertically; Copy covers no code, and lines are short",
		async (part) => {
			await open(part);
			for (const width of [1440, 320]) {
				await page.setViewportSize({ width, height: 900 });
				const gaps = await page.locator(".copy:visible").evaluateAll((all) =>
					all.map((copy) => {
						const code = copy.closest(".sample")?.querySelector("pre.shown");
						const top = code?.getBoundingClientRect().top ?? 0;
						return top - copy.getBoundingClientRect().bottom;
					}),
				);
				if (/^(?:bot|page)/.test(part)) expect(gaps.length).toBeGreaterThan(1);
				expect(Math.min(0, ...gaps)).toBe(0);
				expect(await longestLine(page)).toBeLessThanOrEqual(75);
				expect(await page.locator("h1 + details").isVisible()).toBe(width === 320);
				expect(await page.locator("nav:visible").count()).toBe(width === 320 ? 1 : 2);
			}
			await page.locator("details").evaluateAll((all) => {
				for (const details of all) details.setAttribute("open", "");
			});
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
			await expectAccessible(page);
		},
	);

	/** The sample after a heading. */
	const sampleOf = (page: Page, id: string) => page.locator(`#${id} ~ .sample`).first();

	test("the Copy button copies a sample", async () => {
		await open("mirror.html");
		await sampleOf(page, "download-the-whole-catalogue").locator(".copy").click();
		await page.locator(".copy", { hasText: "Copied" }).waitFor();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toContain(`${site.origin}/v1/instants/all.ndjson.gz`);
	});

	test("samples show this address and the chosen language, also after a reload", async () => {
		await open("bot.html");
		const shownIn = (id: string) => sampleOf(page, id).locator("pre:visible");
		const shown = shownIn("find-clips");
		expect(await shown.count()).toBe(1);
		expect(await shownIn("a-whole-bot").textContent()).toContain("// node bot.mjs");
		expect(await shown.textContent()).toContain(`${site.origin}/api/v1/instants/`);
		await sampleOf(page, "find-clips").getByText("Python", { exact: true }).click();
		expect(await shown.textContent()).toContain("urllib");
		expect(await shownIn("read-all-pages").textContent()).toContain("urlopen");
		await page.reload();
		expect(await shown.textContent()).toContain("urllib");
		expect(await shownIn("a-whole-bot").textContent()).toContain("# python3 bot.py");
		const python = sampleOf(page, "a-whole-bot").getByText("Python", { exact: true });
		expect(await python.getAttribute("aria-pressed")).toBe("true");
	});

	test("a button and a frame play beside their code, on the page that documents them", async () => {
		await open("page.html");
		const button = page.getByRole("button", { name: "Drum Roll" });
		await button.click();
		await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
		const frame = page.frameLocator(".live iframe");
		await frame.locator(".push:visible").click();
		await frame.locator('.featured .card[data-state="playing"]').waitFor();
	});

	test("nothing is requested from elsewhere, and no error is logged", () => {
		expect(asked.filter((address) => new URL(address).origin !== site.origin)).toEqual([]);
		expect(problemsOf(page).filter((text) => !text.includes("404 (Not Found)"))).toEqual([]);
	});

	test("the sample player finds and plays clips, on a page from another origin", async () => {
		writeFileSync(join(root, "player.html"), sampleText("player.html", site.origin));
		const page = await browser.page(`${plain.origin}/player.html`);
		await page.getByRole("searchbox").fill("bold");
		await page.evaluate(() => {
			const { play } = HTMLMediaElement.prototype;
			HTMLMediaElement.prototype.play = function () {
				this.onplaying = () => {
					document.title = this.src;
				};
				return play.call(this);
			};
		});
		await page.getByRole("button", { name: "<b>bold</b>" }).click();
		await expect.poll(() => page.title()).toBe(`${site.origin}/media/sounds/1.mp3`);
	});

	test("without scripts every sample shows", async () => {
		const page = await browser.page(`${site.origin}/docs/bot.html`, { javaScriptEnabled: false });
		expect(await sampleOf(page, "find-clips").locator("pre:visible").count()).toBe(3);
	});
});
