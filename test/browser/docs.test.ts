/** The docs pages in a real browser: on a narrow screen, in both colour schemes, with and without scripts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
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

	/** The sample after a heading. */
	const sampleOf = (page: Page, id: string) => page.locator(`#${id} ~ .sample`).first();

	test("samples show this address and the chosen language, also after a reload", async () => {
		await onPage(
			async (page) => {
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
			},
			{},
			docs("bot.html"),
		);
	});

	test("a phone has the sections of the page above its text", async () => {
		const viewport = { width: 360, height: 740 };
		await onPage(
			async (page) => {
				await page.getByText("On this page").click();
				await page.getByRole("link", { name: "Find clips", exact: true }).click();
				expect(page.url()).toContain("#find-clips");
			},
			{ viewport },
			docs("bot.html"),
		);
	});

	test("the Copy button copies a sample", async () => {
		const options = { permissions: ["clipboard-read", "clipboard-write"] };
		await onPage(
			async (page) => {
				await sampleOf(page, "download-the-whole-catalogue").locator(".copy").click();
				await page.locator(".copy", { hasText: "Copied" }).waitFor();
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
				const shownIn = (id: string) => sampleOf(page, id).locator("pre:visible").count();
				expect(await shownIn("find-clips")).toBe(3);
				expect(await shownIn("a-whole-bot")).toBe(2);
			},
			{ javaScriptEnabled: false },
			docs("bot.html"),
		);
	});
});
