/** So that everyone can use the page: no violation that axe-core finds, in any state and colour scheme. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

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
			await expectAccessible(page);
		});

		test("a missing page", async () => {
			const page = await browser.page(`${preview.origin}/404.html`, { colorScheme });
			await expectAccessible(page);
		});
	});
});
