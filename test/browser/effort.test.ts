/** An event restyles few elements, so that slow devices respond soon. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

interface TraceEvent {
	readonly name: string;
	readonly args: { readonly elementCount?: number };
}

/** The most elements that the page restyles at once while something happens. */
async function mostRestyled(page: Page, act: () => Promise<unknown>): Promise<number> {
	const browser = page.context().browser();
	await browser?.startTracing(page, { categories: ["devtools.timeline"] });
	await act();
	// Two frames: styles are computed before the second one begins.
	await page.evaluate(
		() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
	);
	const trace = String(await browser?.stopTracing());
	const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
	const counts = traceEvents.flatMap(({ name, args }) =>
		name === "UpdateLayoutTree" ? (args.elementCount ?? []) : [],
	);
	expect(counts.length).toBeGreaterThan(0);
	return Math.max(...counts);
}

describeInBrowser(
	"what an event restyles",
	(browser) => {
		for (const clips of [40, 340]) {
			const site = testSite(numbered("Gong", clips), () => ({ pages: "none" }));

			test(`is little on a list of ${clips} clips`, async () => {
				const page = await browser.page(site.origin);
				const end = page.locator(`#board [data-slug="clip-${clips - 1}"]`);
				const scroll = () => page.mouse.wheel(0, 2000);
				await expect.poll(() => scroll().then(() => end.count()), { interval: 50 }).toBe(1);
				const tiles = page.locator("#board [data-slug]");
				await expect.poll(() => tiles.count()).toBeLessThan(120);
				await tiles.nth(-10).hover();
				const pressed = await mostRestyled(page, async () => {
					await tiles.nth(-10).locator(".push").click();
					await page.locator("#strip").waitFor();
				});
				expect(pressed).toBeLessThan(100);
				await tiles.nth(-10).locator(".about").click();
				await page.locator("#sheet").waitFor();
				const closed = await mostRestyled(page, () =>
					page.locator("#sheet").evaluate((it) => (it as HTMLDialogElement).close()),
				);
				// A dialog makes everything else inert.
				expect(closed).toBeLessThan(15 * (await tiles.count()) + 300);
			});
		}
	},
	[],
	"chromium",
);
