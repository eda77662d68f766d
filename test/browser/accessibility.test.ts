/** Everyone can use the soundboard: axe-core finds no violation in any state and colour scheme, and text may be twice as large. */
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describeInBrowser, PHONE } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const COLORS = ["FFFFFF", "000000", "777777", "FFFF00", "0000FF"];
const RECORDS = [
	...COLORS.map((color, i) => ({
		name: `Boom ${i}`,
		slug: `c-${i}`,
		color,
		sound: "long.mp3",
		image: i === 1 ? "dot.png" : null,
		description: "A loud noise.",
		tags: i < 3 ? "loud, noise" : "",
	})),
	{ slug: "gone", removed: "2026-11-21" },
	...numbered("Gong", 10),
];

type Act = (page: Page) => Promise<void>;

/** Clicks all of these, one after the other. */
const click =
	(...selectors: string[]): Act =>
	async (page) => {
		for (const selector of selectors) await page.locator(selector).first().click();
	};
const fail = (page: Page, path: string) => page.route(path, (route) => route.abort());

const START = '#board[aria-busy="false"] .push';
const SILENT = '.push:not([aria-pressed="true"])';

/** The states of the pages: title, address, a selector that matches once the page is in the state, and how to get there from the address. */
const STATES: readonly (readonly [what: string, path: string, sign: string, act?: Act])[] = [
	["all clips", "", START],
	["later clips", "?page=2", "#earlier:visible"],
	["a tag", "?tag=loud", '#tags [aria-pressed="true"]'],
	["a search", "?name=boom", '#status:has-text("5 clips for")'],
	["similar names alone", "?name=bomo", '#status:has-text("similar clip")'],
	["nothing found", "?name=xyzzy", '#message:has-text("No clips found")'],
	["no favourites", "?favourites", '#message:has-text("No favourites yet")'],
	["favourites", "", "#favourites[aria-pressed=true]", click(".favourite", "#favourites")],
	["a clip", "clips/c-1/", "#related .push"],
	["a clip in a frame", "clips/c-1/?embed", ".featured [data-state]"],
	["a clip playing on its page", "clips/c-1/", ".voice .seek:enabled", click(".featured .push")],
	["an unknown clip", "clips/unknown/", ".featured .absent"],
	["a removed clip in a frame", "clips/gone/?embed", ".featured .absent"],
	["a link to a clip that is gone", "?name=boom#gone", '#sheet[open]:has-text("was removed")'],
	["an unknown address", "some/where", '.absent:has-text("nothing at this address")'],
	["the card of a clip", "", "#sheet .tags li", click(".about")],
	["the code of a clip", "", "#sheet .embed[open]", click(".about", "#sheet summary")],
	["the options", "", "#options[open]", click("#show-options")],
	[
		"several clips playing",
		"",
		".voice + .voice",
		click(".push", ".loop", SILENT, ".loop", SILENT),
	],
	[
		"a slow search",
		"",
		'#status:has-text("Searching")',
		async (page) => {
			await page.route("**/api/**", () => {});
			await page.fill("#search", "boom");
		},
	],
	[
		"a slow second page",
		"?page=2",
		".waiting",
		async (page) => {
			await page.route("**/api/**", () => {});
			await page.reload();
		},
	],
	[
		"a clip that cannot be played",
		"",
		'.notice.shown:has-text("could not be played")',
		async (page) => {
			await fail(page, "**/media/sounds/*");
			await page.click(".push");
		},
	],
	[
		"clips that cannot be loaded",
		"",
		'#message:has-text("isn’t answering")',
		async (page) => {
			await fail(page, "**/api/**");
			await fail(page, "**/latest.json");
			await page.reload();
		},
	],
];

describeInBrowser("the soundboard", (browser) => {
	const site = testSite(RECORDS);

	describe("axe finds nothing", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page(site.origin);
		});
		beforeEach(async () => {
			await page.evaluate(() => localStorage.clear());
			await page.unrouteAll();
		});

		test.for(STATES)("on a page with %s", async ([, path, sign, act]) => {
			await page.goto(`${site.origin}/${path}`);
			if (act !== undefined) {
				await page.locator(START).first().waitFor();
				await act(page);
			}
			await page.locator(sign).first().waitFor();
			await expectAccessible(page);
			expect(await page.locator(sign).count()).toBeGreaterThan(0);
		});
	});

	test("in forced colours, chosen and pressable elements stand out", async () => {
		const page = await browser.page(`${site.origin}/?tag=loud`, { forcedColors: "active" });
		await click("#board .push", ".loop", `#board ${SILENT}`)(page);
		const style = (selector: string, property: string) =>
			page
				.locator(selector)
				.first()
				.evaluate((it, property) => getComputedStyle(it).getPropertyValue(property), property);
		const chips = ["true", "false"].map((is) =>
			style(`#tags [aria-pressed="${is}"]`, "background-color"),
		);
		expect(new Set(await Promise.all(chips)).size).toBe(2);
		for (const button of ["#stop", '.loop[aria-pressed="true"]']) {
			expect(await style(button, "border-top-style"), button).toBe("solid");
		}
		expect(await style("#board .dome", "background-color")).toBe("rgb(255, 255, 255)");
	});

	test("at 400% zoom the bar and the stop button leave room for the clips", async () => {
		const page = await browser.page(site.origin, { viewport: { width: 320, height: 256 } });
		await page.locator(".push").first().click();
		await page.locator("#stop").waitFor();
		await page.locator(".push").nth(4).focus();
		const covering = await page.evaluate(() => {
			const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(".bar, .strip");
			return [at(160, 5), at(160, 128), at(160, 251), at(300, 251)].filter(Boolean).length;
		});
		expect(covering).toBe(0);
		await expectAccessible(page);
	});
});

describeInBrowser(
	"with text of 32 px",
	(browser) => {
		const site = testSite(numbered("Gong", 30).map((clip) => ({ ...clip, tags: "metal" })));
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
		});

		test.for([
			[390, 844, ""],
			[390, 844, "clips/clip-3/"],
			[768, 1024, "?favourites"],
		] as const)("a window of %i by %i px shows “/%s” as a whole", async ([width, height, path]) => {
			await page.setViewportSize({ width, height });
			await page.goto(`${site.origin}/${path}`);
			await page.locator(".push, #message:not([hidden])").first().waitFor();
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
			const search = await page.locator("#search").boundingBox();
			// Wide enough for about ten letters.
			expect(search?.width).toBeGreaterThan(300);
			const small = await page
				.locator("button:visible, select:visible")
				.evaluateAll((parts) =>
					parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map(({ id }) => id),
				);
			expect(small).toEqual([]);
			const title = page.locator("#site-title");
			const lines = await title.evaluate(
				(it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight),
			);
			expect(Math.round(lines)).toBeLessThanOrEqual(1);
		});

		const long = testSite(
			numbered("When it explains once more how it all began", 30).map((clip) => ({
				...clip,
				sound: "long.mp3",
			})),
		);

		test.for([360, 390])(
			"a list in a window of %i px has room for words, and so have messages",
			async (width) => {
				await page.setViewportSize({ width, height: 844 });
				await page.goto(long.origin);
				await page.getByText("30 clips").waitFor();
				const name = page.locator("#board.list .name").first();
				expect((await name.boundingBox())?.width).toBeGreaterThan(200);
				const push = page.locator("#board .push").first();
				const [bottom, top] = [
					await name.evaluate((it) => it.getBoundingClientRect().bottom),
					await page
						.locator("#board .favourite")
						.first()
						.evaluate((it) => it.getBoundingClientRect().top),
				];
				expect(bottom).toBeLessThanOrEqual(top);
				expect(await push.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
				await page.locator("#board .favourite").first().focus();
				await page.keyboard.press("Enter");
				await page.keyboard.press("Enter");
				await page.getByText("Removed from favourites").waitFor();
				expect((await page.locator("#notice-text").boundingBox())?.width).toBeGreaterThan(220);
			},
		);

		test("the player keeps a whole row with the name, and buttons to pause and stop", async () => {
			const page = await browser.page(long.origin, PHONE);
			for (const n of [1, 2]) await page.locator("#board .push").nth(n).dispatchEvent("click");
			// Measured at the same moment, since the parts move in together.
			const rows = await page.locator("#voices").evaluate((list) =>
				[".pause", ".voice-name", ".silence"].map((part) => {
					const [own, all] = [list.querySelector(part), list].map((it) =>
						it?.getBoundingClientRect(),
					);
					if (own === undefined || all === undefined) return "missing";
					const isWhole =
						own.top >= all.top && own.bottom <= all.bottom + 0.5 && own.right <= all.right;
					return isWhole && own.width > 60;
				}),
			);
			expect(rows).toEqual([true, true, true]);
			await expectAccessible(page);
		});
	},
	["--blink-settings=defaultFontSize=32"],
);
