/** Opens Chromium, and contains checks that every page of the site must pass in Chromium only. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { PATIENCE } from "../fixtures/patience.ts";
import { binaryOf, CHROMIUM } from "../hosts/tools.ts";

/** No sandbox because CI runs as root; no background requests; sounds play without a click. */
const FLAGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--autoplay-policy=no-user-gesture-required",
];

/** A headless browser. */
export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
	const executablePath = binaryOf(CHROMIUM);
	if (executablePath === undefined) throw new Error("no Chromium: npm run hosts:install");
	return chromium.launch({ executablePath, args: [...FLAGS, ...flags], timeout: PATIENCE });
}

/** Whether a page is open in Chromium, the only browser that reports layout shifts, and lets a test change colours. */
function isInChromium(page: Page): boolean {
	return page.context().browser()?.browserType().name() === "chromium";
}

/**
 * Expects axe to find no violation on the page in its current state; in dark colours, which change nothing
 * else, it checks only contrast. https://github.com/dequelabs/axe-core
 */
export async function expectAccessible(page: Page): Promise<void> {
	if (!isInChromium(page)) return;
	// The page's CSP forbids adding a script element.
	const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
	await page.evaluate(readFileSync(source, "utf8"));
	for (const [colorScheme, rule] of [
		["dark", "color-contrast"],
		["light", undefined],
	] as const) {
		await page.emulateMedia({ colorScheme });
		const checked = await page.evaluate(async (rule) => {
			// Colours in transition have no fixed contrast.
			for (const it of document.getAnimations()) if (it instanceof CSSTransition) it.finish();
			const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
			const options = rule === undefined ? {} : { runOnly: [rule] };
			const { passes, incomplete, violations } = await axe.run(document, options);
			const faults = violations.map(
				({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`,
			);
			return { judged: passes.length + incomplete.length, faults };
		}, rule);
		expect(checked.faults, colorScheme).toEqual([]);
		expect(checked.judged, colorScheme).toBeGreaterThan(rule === undefined ? 10 : 0);
	}
}

/** Expects that nothing has moved on the page on its own so far. https://web.dev/articles/cls */
export async function expectNoShift(page: Page): Promise<void> {
	if (!isInChromium(page)) return;
	const shifts = await page.evaluate(
		() =>
			new Promise<{ value: number; moved: (string | undefined)[] }[]>((resolve) => {
				type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
				new PerformanceObserver((list, observer) => {
					observer.disconnect();
					resolve(
						(list.getEntries() as Shift[]).map(({ value, sources }) => ({
							value,
							moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 80)),
						})),
					);
				}).observe({ type: "layout-shift", buffered: true });
				// Without a shift, the observer is never called.
				requestAnimationFrame(() => setTimeout(() => resolve([])));
			}),
	);
	expect(shifts).toEqual([]);
}
