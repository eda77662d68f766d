/** So that everyone can use the page: no violation that axe-core finds, in any state and colour scheme. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that the page breaks, and where. */
async function violations(page: Page): Promise<string[]> {
	await page.evaluate(AXE);
	const results = await page.evaluate(() =>
		(window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
	);
	expect(results.passes.length).toBeGreaterThan(10);
	return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.skipIf(skip)(`the soundboard in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview;

	beforeAll(async () => {
		const records = ["FFFFFF", "000000", "777777", "FFFF00", "0000FF"].map((color, i) => {
			return { name: `Boom ${i}`, slug: `c-${i}`, color, image: i === 1 ? "dot.svg" : null };
		});
		({ preview } = await startSite(parent, records));
	});
	afterAll(() => preview.stop());

	describe.for(["light", "dark"] as const)("in %s colours", (colorScheme) => {
		test.for([
			["clips, one playing", "", async (page: Page) => page.locator(".push").first().click()],
			["nothing found", "?name=xyzzy", async () => {}],
			["no favourites", "?favourites", async () => {}],
			["a shared clip", "?name=Boom+2#c-2", async () => {}],
		] as const)("%s", async ([, query, act]) => {
			const page = await browser.page(`${preview.origin}/${query}`, { colorScheme });
			await page.locator(".push, #message").first().waitFor();
			await act(page);
			expect(await violations(page)).toEqual([]);
		});

		test("a missing page", async () => {
			const page = await browser.page(`${preview.origin}/404.html`, { colorScheme });
			expect(await violations(page)).toEqual([]);
		});
	});
});
