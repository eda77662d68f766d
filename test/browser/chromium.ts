/** Opens Chromium, and checks that every page of the site has to pass in it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
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

/** A browser without a window. */
export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
	const executablePath = binaryOf(CHROMIUM);
	if (executablePath === undefined) throw new Error("no Chromium: npm run hosts:install");
	return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** Expects axe to find no violation on the page in its current state, in light and dark colours. https://github.com/dequelabs/axe-core */
export async function expectAccessible(page: Page): Promise<void> {
	// The security policy of the page forbids adding a script element.
	const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
	await page.evaluate(readFileSync(source, "utf8"));
	for (const colorScheme of ["dark", "light"] as const) {
		await page.emulateMedia({ colorScheme });
		const checked = await page.evaluate(async () => {
			// Colours on their way from one to another have no contrast of their own.
			const moving = document.getAnimations().filter((it) => it instanceof CSSTransition);
			await Promise.allSettled(moving.map(({ finished }) => finished));
			const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
			const { passes, violations } = await axe.run();
			const faults = violations.map(
				({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`,
			);
			return { isChecked: passes.length > 10, faults };
		});
		expect(checked, colorScheme).toEqual({ isChecked: true, faults: [] });
	}
}

/** How much has moved on the page so far. https://web.dev/articles/cls */
export function layoutShift(page: Page): Promise<number> {
	return page.evaluate(
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
}
