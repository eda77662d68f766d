/** The form of the docs page, which sends a request and shows the answer. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { CLIPS, docsSite, expectUsable } from "./docs-site.ts";

describeInBrowser("the form of the docs page", (browser) => {
	const { site, plain, onPage } = docsSite(browser);

	async function send(page: Page, fields: Readonly<Record<string, string>>): Promise<string> {
		for (const [id, value] of Object.entries(fields)) await page.fill(`#try-${id}`, value);
		await page.click("#request button");
		const status = page.locator("#status");
		await status.filter({ hasText: /^(?:Status|No answer)/ }).waitFor();
		return (await status.textContent()) ?? "";
	}

	const body = async (page: Page): Promise<string> =>
		(await page.locator("#answer-body").textContent()) ?? "";

	test.for([320, 768, 1440])("%i pixels wide, it is usable before and after", async (width) => {
		await onPage(
			async (page) => {
				await expectUsable(page);
				await send(page, { name: "drum" });
				await expectUsable(page);
			},
			{ viewport: { width, height: 900 } },
		);
	});

	test("it sends a request and shows its URL, its curl line, and the status, headers and body of the answer", async () => {
		await onPage(async (page) => {
			expect(await send(page, { name: "it's a drum", page: "1" })).toBe("Status 200 OK");
			const url = `${site.origin}/api/v1/instants/?name=it%27s+a+drum&page=1`;
			expect(await page.locator("#request-url").textContent()).toBe(`GET ${url}`);
			expect(await page.locator("#request-curl").textContent()).toBe(`curl -i '${url}'`);
			expect(await page.locator("#answer-headers").textContent()).toMatch(
				/^etag: "[0-9a-f]{16}\.[!#-~]+"$/m,
			);
			expect(JSON.parse(await body(page))).toMatchObject({ count: 0, results: [] });
		});
	});

	test("it shows errors in the same way", async () => {
		await onPage(async (page) => {
			expect(await send(page, { page: "99" })).toBe("Status 404 Not Found");
			expect(JSON.parse(await body(page))).toEqual({ detail: "Invalid page." });
			expect(await page.locator("#no-queries").isVisible()).toBe(false);
		});
	});

	test("markup in a clip stays text", async () => {
		await onPage(async (page) => {
			await send(page, { name: "bold" });
			expect(await body(page)).toContain("<b>bold</b>");
			expect(await page.locator("#answer-body b").count()).toBe(0);
		});
	});

	test("a request can be sent with the keyboard alone", async () => {
		await onPage(async (page) => {
			await page.focus("#try-name");
			await page.keyboard.type("drum");
			await page.keyboard.press("Enter");
			await page.locator("#status", { hasText: "Status 200" }).waitFor();
			expect(JSON.parse(await body(page)).count).toBe(1);
		});
	});

	test("on a host that serves files alone, it says so and offers a file", async () => {
		const { origin } = plain;
		const use = async (page: Page) => {
			expect(await send(page, { name: "drum" })).toBe("Status 404 Not Found");
			expect(await page.locator("#no-queries").isVisible()).toBe(true);
			await page.click("#file-link");
			await page.locator("#status", { hasText: "Status 200" }).waitFor();
			expect(JSON.parse(await body(page)).count).toBe(CLIPS.length);
			expect(await page.locator("#request-url").textContent()).toBe(
				`GET ${origin}/project/v1/instants/page/1.json`,
			);
			expect(await page.locator("#no-queries").isVisible()).toBe(false);
		};
		await onPage(use, {}, `${origin}/project/docs/`);
	});

	test("without scripts it opens the answer", async () => {
		await onPage(
			async (page) => {
				await page.fill("#try-name", "drum");
				await page.click("#request button");
				expect(JSON.parse((await page.locator("body").textContent()) ?? "").count).toBe(1);
			},
			{ javaScriptEnabled: false },
		);
	});
});
