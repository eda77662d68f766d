/** An event restyles and redraws little, so that slow devices respond soon. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { describeInBrowser, nextFrame } from "./browser.ts";
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
	await page.evaluate(nextFrame);
	const trace = String(await browser?.stopTracing());
	const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
	const counts = traceEvents.flatMap(({ name, args }) =>
		name === "UpdateLayoutTree" ? (args.elementCount ?? []) : [],
	);
	expect(counts.length).toBeGreaterThan(0);
	return Math.max(...counts);
}

describeInBrowser(
	"an event",
	(browser) => {
		for (const clips of [40, 340]) {
			const site = testSite(numbered("Gong", clips), () => ({ pages: "none" }));

			test(`restyles little on a list of ${clips} clips`, async () => {
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
				const sheet = page.locator("#sheet");
				await sheet.waitFor();
				await expect.poll(() => sheet.evaluate((it) => it.getAnimations().length)).toBe(0);
				// The dialog fades, and is not closed before the test has counted.
				const cdp = await page.context().newCDPSession(page);
				await cdp.send("Animation.enable");
				await cdp.send("Animation.setPlaybackRate", { playbackRate: 0 });
				const left = await mostRestyled(page, () => page.keyboard.press("Escape"));
				expect(left).toBeLessThan(100);
				// A mouse press ends the fading. It is the next one that reaches the page.
				const closed = await mostRestyled(page, () => page.mouse.down());
				await sheet.waitFor({ state: "hidden" });
				// A dialog makes everything else inert.
				expect(closed).toBeLessThan(15 * (await tiles.count()) + 300);
			});
		}

		describe("on a list of 10 clips", () => {
			const colours = ["FF0000", "00FF00", "0000FF"];
			const site = testSite(
				numbered("Gong", 10).map((clip, i) => ({ ...clip, color: colours[i % 3] })),
			);

			// If all parts of a tile inherited its colour, they could share no styles with the parts of other tiles.
			test("finds the colour of a clip only where it is drawn", async () => {
				const page = await browser.page(site.origin);
				await page.getByText("10 clips").waitFor();
				const coloursOf = async (part: string) => {
					const all = await page.locator(`#board ${part}`).evaluateAll((parts) => {
						return parts.map((it) => getComputedStyle(it).getPropertyValue("--color"));
					});
					return new Set(all).size;
				};
				expect(await coloursOf(".dome")).toBe(3);
				for (const part of ["[data-slug]", ".push", ".ring", ".name", ".glyph", ".action"])
					expect(await coloursOf(part), part).toBe(1);
			});

			test("marks a pressed tile first, and lists it in the strip after the next frame", async () => {
				const page = await browser.page(site.origin);
				await page.getByText("10 clips").waitFor();
				// A sound that starts within the frame is listed at once.
				await page.route("**/media/sounds/*", () => {});
				const tile = page.locator("#board [data-slug]").nth(4);
				const states = await tile.evaluate(async (it) => {
					const strip = document.querySelector<HTMLElement>("#strip");
					const state = () => [(it as HTMLElement).dataset.state, strip?.hidden];
					it.querySelector<HTMLElement>(".push")?.click();
					const atOnce = state();
					await new Promise(requestAnimationFrame);
					return [atOnce, state()];
				});
				expect(states).toEqual(Array(2).fill(["loading", true]));
				await page.locator("#strip .voice").waitFor();
			});

			// After each change, the page would be laid out again to read them.
			test("reads the heights of the strip's rows once at most, however many clips it stops", async () => {
				const page = await browser.page(site.origin);
				await page.getByText("10 clips").waitFor();
				await page.route("**/media/sounds/*", () => {});
				const pushes = page.locator("#board .push");
				for (let n = 0; n < 8; n++) await pushes.nth(n).dispatchEvent("click");
				await expect.poll(() => page.locator(".voice").count()).toBe(8);
				await page.locator("#voices").evaluate((list) => {
					const height = list.clientHeight;
					const reads: number[] = [];
					const get = () => reads.push(height) && height;
					Object.defineProperty(list, "clientHeight", { get });
					Object.assign(window, { reads });
				});
				await page.keyboard.press("Escape");
				await page.locator("#strip").waitFor({ state: "hidden" });
				await page.evaluate(nextFrame);
				expect(await page.evaluate("reads.length")).toBeLessThanOrEqual(1);
			});

			// A dialog makes everything else inert, which is restyled.
			test("opens a dialog after the next frame, however often its button is pressed", async () => {
				const page = await browser.page(site.origin);
				await page.getByText("10 clips").waitFor();
				for (const n of [1, 2]) await page.locator("#board .favourite").nth(n).click();
				await page.goto(`${site.origin}/?favourites`);
				for (const [button, dialog] of [
					[page.getByRole("button", { name: "Options" }), "#options"],
					[page.locator(".tool.share"), "dialog:has(.share-form)"],
				] as const) {
					const open = await button.evaluate(async (it) => {
						const open = () => document.querySelectorAll("dialog[open]").length;
						for (let press = 0; press < 2; press++) (it as HTMLElement).click();
						const atOnce = open();
						await new Promise(requestAnimationFrame);
						return [atOnce, open()];
					});
					expect(open, dialog).toEqual([0, 0]);
					await page.locator(dialog).first().waitFor();
					await page.evaluate(nextFrame);
					expect(await page.locator("dialog[open]").count()).toBe(1);
					await page.keyboard.press("Escape");
					await page.locator(dialog).waitFor({ state: "hidden" });
				}
			});

			// What comes after an animated layer is drawn again, in layers of its own.
			test("adds no layer, except for the strip", async () => {
				const page = await browser.page(site.origin);
				const tile = page.locator("#board [data-slug]").nth(4);
				await page.getByText("10 clips").waitFor();
				const counts: number[] = [];
				const cdp = await page.context().newCDPSession(page);
				cdp.on("LayerTree.layerTreeDidChange", ({ layers = [] }) => {
					const { length } = layers.filter(({ drawsContent }) => drawsContent);
					if (length > 0) counts.push(length);
				});
				await cdp.send("DOM.enable");
				await cdp.send("LayerTree.enable");
				// Layers are listed whenever something is redrawn.
				await page.locator("h1").evaluate((it) => it.append("!"));
				await expect.poll(() => counts.length).toBeGreaterThan(0);
				const before = Math.max(...counts);
				await tile.locator(".push").click();
				await page.locator("#strip").waitFor();
				await tile.and(page.locator('[data-state="silent"]')).waitFor();
				expect(Math.max(...counts)).toBeLessThanOrEqual(before + 1);
			});
		});
	},
	[],
	"chromium",
);
