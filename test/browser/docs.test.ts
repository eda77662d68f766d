/** The docs page in a real browser: at three widths, in both colour schemes, with and without scripts. */

import type { AddressInfo, Server } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Preview, startPreview } from "../../scripts/hosts/server/preview.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { expectAccessible, openChromium } from "./chromium.ts";
import { filesAlone } from "./files-alone.ts";

const { skip, title } = skipping(CHROMIUM);
const NAMES = ["Drum Roll", "<b>bold</b>", ...Array.from({ length: 25 }, (_, i) => `Horn ${i}`)];

describe.skipIf(skip)(`the docs page in ${title}`, () => {
	const parent = temporaryFolder();
	let browser: Browser;
	let preview: Preview;
	let plain: Server;

	beforeAll(async () => {
		const { folder } = await publishRecords(named(NAMES), { parent });
		preview = await startPreview(folder, 0);
		plain = filesAlone(folder).listen(0);
		browser = await openChromium();
	});
	afterAll(async () => {
		await browser?.close();
		plain?.close();
		await preview?.stop();
	});

	/** Opens the page and uses it; expects no error and no request to another origin. */
	async function onPage(
		use: (page: Page) => Promise<void>,
		options: BrowserContextOptions = {},
		url = `${preview.origin}/docs/`,
	): Promise<void> {
		const context = await browser.newContext(options);
		try {
			const page = await context.newPage();
			const faults: string[] = [];
			page.on("pageerror", ({ message }) => faults.push(message));
			page.on("console", (message) => {
				if (message.type() === "error") faults.push(message.text());
			});
			page.on("request", (request) => {
				const { origin } = new URL(request.url());
				if (origin !== new URL(url).origin) faults.push(`asks ${request.url()}`);
			});
			await page.goto(url);
			await use(page);
			expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
		} finally {
			await context.close();
		}
	}

	async function send(page: Page, fields: Readonly<Record<string, string>>): Promise<string> {
		for (const [id, value] of Object.entries(fields)) await page.fill(`#try-${id}`, value);
		await page.click("#request button");
		const status = page.locator("#status");
		await status.filter({ hasText: /^(?:Status|No answer)/ }).waitFor();
		return (await status.textContent()) ?? "";
	}

	const body = async (page: Page): Promise<string> =>
		(await page.locator("#answer-body").textContent()) ?? "";

	describe.for([320, 768, 1440])("%i pixels wide", (width) => {
		test.for(["light", "dark"] as const)(
			"%s: accessible, and scrolls only vertically",
			async (scheme) => {
				await onPage(
					async (page) => {
						await expectAccessible(page);
						await send(page, { name: "drum" });
						await page.locator("details").evaluateAll((all) => {
							for (const details of all) details.setAttribute("open", "");
						});
						await expectAccessible(page);
						const widest = await page.evaluate(() => document.documentElement.scrollWidth);
						expect(widest).toBe(width);
					},
					{ viewport: { width, height: 900 }, colorScheme: scheme },
				);
			},
		);
	});

	test("nothing moves while it opens", async () => {
		await onPage(async (page) => {
			const shift = await page.evaluate(
				() =>
					new Promise<number>((resolve) => {
						new PerformanceObserver((list, observer) => {
							observer.disconnect();
							const shifts = list.getEntriesByType("layout-shift") as { value?: number }[];
							resolve(shifts.reduce((sum, { value = 0 }) => sum + value, 0));
						}).observe({ type: "layout-shift", buffered: true });
						// Without a shift, the observer is never called.
						requestAnimationFrame(() => setTimeout(() => resolve(0)));
					}),
			);
			expect(shift).toBe(0);
		});
	});

	test("the form sends a request and shows its URL, its curl line, and the status, headers and body of the answer", async () => {
		await onPage(async (page) => {
			expect(await send(page, { name: "it's a drum", page: "1" })).toBe("Status 200 OK");
			const url = `${preview.origin}/api/v1/instants/?name=it%27s+a+drum&page=1`;
			expect(await page.locator("#request-url").textContent()).toBe(`GET ${url}`);
			expect(await page.locator("#request-curl").textContent()).toBe(`curl -i '${url}'`);
			expect(await page.locator("#answer-headers").textContent()).toMatch(
				/^etag: "[0-9a-f]{16}\.[!#-~]+"$/m,
			);
			expect(JSON.parse(await body(page))).toMatchObject({ count: 0, results: [] });
		});
	});

	test("the form shows errors in the same way", async () => {
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

	test("on a host that serves files alone, the form says so and offers a file", async () => {
		const origin = `http://localhost:${(plain.address() as AddressInfo).port}`;
		const openPlain = (use: (page: Page) => Promise<void>) =>
			onPage(use, {}, `${origin}/project/docs/`);
		await openPlain(async (page) => {
			expect(await send(page, { name: "drum" })).toBe("Status 404 Not Found");
			expect(await page.locator("#no-queries").isVisible()).toBe(true);
			await page.click("#file-link");
			await page.locator("#status", { hasText: "Status 200" }).waitFor();
			expect(JSON.parse(await body(page)).count).toBe(NAMES.length);
			expect(await page.locator("#request-url").textContent()).toBe(
				`GET ${origin}/project/v1/instants/page/1.json`,
			);
			expect(await page.locator("#no-queries").isVisible()).toBe(false);
		});
	});

	test("samples show this address and the chosen language, also after a reload", async () => {
		await onPage(async (page) => {
			const shown = page.locator("#search pre:visible");
			expect(await shown.count()).toBe(1);
			expect(await shown.textContent()).toContain(`${preview.origin}/api/v1/instants/`);
			await page.click('#search [data-choose="python"]');
			expect(await shown.textContent()).toContain("urllib");
			expect(await page.locator("#page pre:visible").textContent()).toContain("urlopen");
			await page.reload();
			expect(await shown.textContent()).toContain("urllib");
		});
	});

	test("the Copy button copies a sample", async () => {
		const options = { permissions: ["clipboard-read", "clipboard-write"] };
		await onPage(async (page) => {
			await page.click("#bulk .copy");
			await page.locator("#bulk .copy", { hasText: "Copied" }).waitFor();
			const copied = await page.evaluate(() => navigator.clipboard.readText());
			expect(copied).toContain(`${preview.origin}/v1/instants/all.ndjson.gz`);
		}, options);
	});

	test("without scripts every sample shows, and the form opens the answer", async () => {
		await onPage(
			async (page) => {
				expect(await page.locator("#search pre:visible").count()).toBe(3);
				await page.fill("#try-name", "drum");
				await page.click("#request button");
				expect(JSON.parse((await page.locator("body").textContent()) ?? "").count).toBe(1);
			},
			{ javaScriptEnabled: false },
		);
	});
});
