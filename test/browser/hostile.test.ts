/** Text and media in the catalogue cannot run code or break the layout, and the page loads quickly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const NAMES = [
	"<script>window.hacked = 1</script>",
	"<img src=x onerror='window.hacked = 1'>",
	`"' onmouseover="window.hacked = 1" x='`,
	"</template></bdi></li><style>body{display:none}</style>",
	"{{script}} {window.hacked = 1} %00 \\u0000",
	"a".repeat(1000),
	"wide ".repeat(200),
	// Characters that reorder others are refused by the catalogue; these marks are not.
	"\u200fright to left mark",
	"\u061c\u200f\u200e marks of all kinds",
	"\u200f\u200f\u200e\u200e marks at the beginning",
	`Z${"\u0351".repeat(500)}algo`,
	"مرحبا بالعالم",
	"שלום \u200eabc",
	"\ufdfd".repeat(50),
	"👨‍👩‍👧‍👦".repeat(40),
	"line\nbreak\r\nand\ttab",
];

describeInBrowser("a hostile catalogue", (browser) => {
	const records = NAMES.map((name, i) => ({
		name,
		color: ["FFFFFF", "000000", "7F7F7F"][i % 3],
		description: `${name} javascript:window.hacked=1`,
		tags: name,
	}));
	const site = testSite(records);
	const asked: string[] = [];
	let page: Page;
	beforeAll(async () => {
		page = await browser.page("about:blank", { viewport: { width: 320, height: 800 } });
		// The page loads more if the host is silent, and the host may seem silent on a busy machine.
		await page.addInitScript(() => {
			AbortSignal.timeout = () => new AbortController().signal;
		});
		page.on("request", (request) => asked.push(request.url()));
		await page.goto(site.origin);
		await all(page).waitFor();
	});
	const all = (page: Page) => page.locator(".push").nth(NAMES.length - 1);

	test("the first load is small and all from the same origin", async () => {
		expect(asked.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([]);
		const code = asked.filter((url) => /\.(?:js|css)$/.test(url));
		const names = code.map((url) => new URL(url).pathname.replace(/-[0-9a-f]{10}/, ""));
		expect(names.toSorted()).toEqual([
			"/assets/early.js",
			"/assets/first.css",
			"/assets/soundboard.css",
			"/assets/soundboard.js",
		]);
		const gzipped = code.map((url) => {
			return gzipSync(readFileSync(join(site.folder, new URL(url).pathname))).length;
		});
		expect(gzipped.reduce((a, b) => a + b)).toBeLessThanOrEqual(50_000);
	});

	test("hostile text does no harm", async () => {
		expect(await page.locator("#board .name").allTextContents()).toEqual(NAMES);
		const tooltip = await page.locator(".push").nth(2).getAttribute("title");
		expect(tooltip).toMatch(/^"' onmouseover=.* javascript:/);
		for (const n of [0, 2, 5, 7]) {
			await page.locator(".push").nth(n).hover();
			await page.locator(".clip .favourite").nth(n).click();
			await page.locator(".about").nth(n).click();
			await page.getByRole("button", { name: "Close" }).click();
			await page.locator("#sheet").waitFor({ state: "hidden" });
		}
		await page.locator("#search").fill(NAMES[0] ?? "");
		await page.getByText("2 clips for").waitFor();
		await page.locator("#search").fill("");
		await page.getByText(`${NAMES.length} clips`).waitFor();
		await page.evaluate(() => scrollTo(0, 10));
		await all(page).waitFor();
		expect(await page.evaluate("window.hacked")).toBeUndefined();
		expect(problemsOf(page)).toEqual([]);
	});

	test.for([320, 1440])(
		"no name leaves its tile on a screen of %i px, and the longest title leaves room for the search",
		async (width) => {
			await page.setViewportSize({ width, height: 800 });
			const boxes = await page.locator(".clip").evaluateAll((clips) =>
				clips.map((clip) => {
					const { left, right, width } = clip.getBoundingClientRect();
					const parts = [...clip.querySelectorAll(".push, .name, .action")];
					const isInside = parts.every((part) => {
						const box = part.getBoundingClientRect();
						return box.left >= left - 1 && box.right <= right + 1;
					});
					return { width: Math.round(width), isInside };
				}),
			);
			expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(1);
			expect(boxes[0]?.isInside).toBe(true);
			const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
			expect(await pageWidth()).toBe(width);
			await page.evaluate(() => {
				const title = document.querySelector("#site-title");
				if (title !== null) title.textContent = "W".repeat(60);
			});
			expect((await page.locator(".brand img").boundingBox())?.x).toBeGreaterThan(0);
			expect((await page.locator("#search").boundingBox())?.width).toBeGreaterThan(100);
			expect(await pageWidth()).toBe(width);
		},
	);

	test("touch targets are at least 44 px large", async () => {
		const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
		const page = await browser.page(site.origin, phone);
		await page.locator(".push").first().waitFor();
		const small = await page
			.locator("button:visible, .action:visible, input:visible, .brand")
			.evaluateAll((parts) =>
				parts
					.map((part) => ({ box: part.getBoundingClientRect(), html: part.outerHTML.slice(0, 80) }))
					.filter(({ box }) => box.width < 44 || box.height < 44)
					.map(({ html }) => html),
			);
		expect(small).toEqual([]);
	});
});
