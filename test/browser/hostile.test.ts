/** Text from the catalogue cannot run code or break the layout, and the page loads quickly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
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
	"\u202eright to left override",
	"\u2066\u2067\u2068 isolates without end",
	"\u2069\u2069\u202c\u202c ends without isolates",
	`Z${"\u0351".repeat(500)}algo`,
	"مرحبا بالعالم",
	"שלום \u202dabc",
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

	test.for([320, 768, 1440])("hostile text does no harm on a screen of %i px", async (width) => {
		const page = await browser.page(site.origin, { viewport: { width, height: 800 } });
		await page
			.locator(".push")
			.nth(NAMES.length - 1)
			.waitFor();
		expect(await page.locator(".name").allTextContents()).toEqual(NAMES);
		for (const n of [0, 2, 5, 7]) {
			await page.locator(".push").nth(n).hover();
			await page.locator(".favourite").nth(n).click();
			await page.locator(".share").nth(n).focus();
		}
		await page.locator("#search").fill(NAMES[0] ?? "");
		await page.getByText("2 clips for").waitFor();
		await page.locator("#search").fill("");
		await page
			.locator(".push")
			.nth(NAMES.length - 1)
			.waitFor();
		expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
		expect(problemsOf(page)).toEqual([]);

		const boxes = await page.locator(".clip").evaluateAll((clips) =>
			clips.map((clip) => {
				const { left, right, width, height } = clip.getBoundingClientRect();
				const parts = [...clip.querySelectorAll(".push, .name, .actions")];
				const isInside = parts.every((part) => {
					const box = part.getBoundingClientRect();
					return box.left >= left - 1 && box.right <= right + 1;
				});
				return { width: Math.round(width), height: Math.round(height), isInside };
			}),
		);
		expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(1);
		expect(boxes[0]?.isInside).toBe(true);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	});

	test("touch targets are at least 44 px large", async () => {
		const page = await browser.page(site.origin, {
			viewport: { width: 320, height: 640 },
			hasTouch: true,
			isMobile: true,
		});
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

	test("nothing moves while the page loads", async () => {
		const context = await browser.context();
		const page = await context.newPage();
		await page.addInitScript(() => {
			const shifts: number[] = [];
			Object.assign(window, { shifts });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) {
					shifts.push((entry as PerformanceEntry & { value: number }).value);
				}
			}).observe({ type: "layout-shift", buffered: true });
		});
		await page.goto(site.origin);
		await page
			.locator(".push")
			.nth(NAMES.length - 1)
			.waitFor();
		await page.getByText("Works offline").waitFor();
		expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
			[],
		);
	});

	test("the first load is small and all from the same origin", async () => {
		const context = await browser.context({ serviceWorkers: "block" });
		const page = await context.newPage();
		const asked: string[] = [];
		page.on("request", (request) => asked.push(request.url()));
		await page.goto(site.origin);
		await page.locator(".push").first().waitFor();
		expect(asked.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([]);
		const code = asked.filter((url) => /\.(?:js|css)$/.test(url));
		expect(code).toHaveLength(2);
		const gzipped = code.map((url) => {
			return gzipSync(readFileSync(join(site.folder, new URL(url).pathname))).length;
		});
		expect(gzipped.reduce((a, b) => a + b)).toBeLessThanOrEqual(50_000);
	});
});
