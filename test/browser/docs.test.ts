/** The docs pages in a real browser: on a narrow screen, in both colour schemes, with and without scripts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languagesOf, sampleText } from "../../scripts/site/docs/samples.ts";
import { describeInBrowser } from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { docsSite, expectUsable } from "./docs-site.ts";

describeInBrowser("the docs pages", (browser) => {
	const { root, site, plain, docs, onPage } = docsSite(browser);

	test.for(["publish", "bot", "page", "mirror", "search", "versions", "reference", "soundboard"])(
		"%s is accessible in light and dark colours, and scrolls only vertically",
		async (part) => {
			await onPage(
				async (page) => {
					await page.locator("details").evaluateAll((all) => {
						for (const details of all) details.setAttribute("open", "");
					});
					await expectUsable(page);
				},
				{ viewport: { width: 320, height: 900 } },
				docs(`${part}.html`),
			);
		},
	);

	test("nothing moves while it opens", async () => {
		await onPage(async (page) => {
			await expectNoShift(page);
		});
	});

	test("samples show this address and the chosen language, also after a reload", async () => {
		await onPage(
			async (page) => {
				const shown = page.locator("#search pre:visible");
				expect(await shown.count()).toBe(1);
				expect(await page.locator("#bot pre:visible").textContent()).toContain("// node bot.mjs");
				expect(await shown.textContent()).toContain(`${site.origin}/api/v1/instants/`);
				await page.click('#search [data-choose="python"]');
				expect(await shown.textContent()).toContain("urllib");
				expect(await page.locator("#page pre:visible").textContent()).toContain("urlopen");
				await page.reload();
				expect(await shown.textContent()).toContain("urllib");
				expect(await page.locator("#bot pre:visible").textContent()).toContain("# python3 bot.py");
				const python = page.locator('#bot [data-choose="python"]');
				expect(await python.getAttribute("aria-pressed")).toBe("true");
			},
			{},
			docs("bot.html"),
		);
	});

	test("the headings of all pages can be searched, and lead there", async () => {
		await onPage(async (page) => {
			const shown = () => page.locator("nav li:visible > a").allTextContents();
			const parts = await shown();
			expect(parts).toContain("Build a bot");
			expect(parts).not.toContain("Find clips");
			await page.getByRole("searchbox").fill("find CLIPS");
			expect(await shown()).toEqual(["Build a bot", "Find clips"]);
			await expectUsable(page);
			await page.keyboard.press("Enter");
			await page.waitForURL(docs("bot.html#search"));
			await page.locator("#search h2").hover();
			await page.getByRole("link", { name: "Link to “Find clips”" }).click();
			await page.getByRole("link", { name: "Use it in a page" }).last().click();
			await page.waitForURL(docs("page.html"));
			expect(await page.locator('[rel="prev"]').textContent()).toBe("Build a bot");
		});
	});

	test("a phone has the sections of the page above its text", async () => {
		const viewport = { width: 360, height: 740 };
		await onPage(
			async (page) => {
				await page.getByText("On this page").click();
				await page.getByRole("link", { name: "Find clips", exact: true }).click();
				expect(page.url()).toContain("#search");
			},
			{ viewport },
			docs("bot.html"),
		);
	});

	test("the Copy button copies a sample", async () => {
		const options = { permissions: ["clipboard-read", "clipboard-write"] };
		await onPage(
			async (page) => {
				await page.click("#bulk .copy");
				await page.locator("#bulk .copy", { hasText: "Copied" }).waitFor();
				const copied = await page.evaluate(() => navigator.clipboard.readText());
				expect(copied).toContain(`${site.origin}/v1/instants/all.ndjson.gz`);
			},
			options,
			docs("mirror.html"),
		);
	});

	test("the player of the sample finds and plays, on a page of another origin", async () => {
		const [language] = languagesOf("player");
		const sample = language && sampleText("player", language, site.origin);
		writeFileSync(join(root, "player.html"), sample ?? "");
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
		await page.context().close();
	});

	test("without scripts every sample shows", async () => {
		await onPage(
			async (page) => {
				expect(await page.locator("#search pre:visible").count()).toBe(3);
				expect(await page.locator("#bot pre:visible").count()).toBe(2);
			},
			{ javaScriptEnabled: false },
			docs("bot.html"),
		);
	});
});
